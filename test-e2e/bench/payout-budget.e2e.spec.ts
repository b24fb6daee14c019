import { join } from 'node:path';
import { eventuallyHolds } from '@repasse/chassis/testing/eventually';
import { MerchantApi } from '../support/api';
import { describeOn } from '../support/on-each-bus';
import { sandboxWorld } from '../support/sandbox-world';
import { destinations, onboard } from '../support/sellers';
import { payoutBudget } from './journey-budget';
import { payoutsOneByOne } from './measure/payout-statements';
import { measureSql, type SqlMeasurement, type SqlPerUnit } from './sql/measure-sql';
import { openFollower, type Follower } from './system/followers';

const dayMs = 86_400_000;
const warmUpPayouts = 3;
const payouts = 10;
/** As of a journey: other work on the machine cuts batches into smaller ones. */
const roundsMax = 3;

/** A day has passed at once, so the checks of its statements and the next partitions fall among the payouts. */
const byTheClock = /statement_(checks|differences)|make_partition|with bounds as|from receipts|revoked_access|retryAt/;

const ofPayouts = ({ byText }: SqlPerUnit) =>
  byText.filter(({ database, text }) => database === 'repasse_payment_gateway' && !byTheClock.test(text));

const payoutStatements = (each: SqlPerUnit): number => sumOf(ofPayouts(each).map(({ perUnit }) => perUnit));
const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);

describeOn('postgres', 'the budget of a payout by PIX', (stack) => {
  // A block of its own, because what it opens has to be closed before the system is stopped.
  describe('held by counts', () => {
    let follower: Follower;
    let merchant: MerchantApi;
    let userId: number;
    let measured: SqlMeasurement;

    beforeAll(async () => {
      merchant = await MerchantApi.signIn(stack.file);
      const staff = await MerchantApi.signIn(stack.file, stack.file.admin);
      const seller = await onboard(merchant, staff, 1, destinations.document);
      ({ userId } = seller);
      const split = [{ recipientEmail: seller.email, kind: 'PERCENT', percent: 90 }];
      const { body } = await merchant.createPixCharge({ grossAmount: '900.00', split });
      await merchant.pay(body.checkoutMeta.emv);
      // A new destination waits for a day.
      merchant = await sandboxWorld(stack.file).moveClockBy(dayMs + 60_000);
      follower = await openFollower(stack.file);
      // Until the ledger has followed the clock, the destination waits.
      await eventuallyHolds(() => payoutsOneByOne(1, { merchant, userId, follower }).then(() => undefined));
      await payoutsOneByOne(warmUpPayouts, { merchant, userId, follower });
      measured = await measureSql(stack.file.postgresUrl, join(stack.dataFolder, 'logs', 'postgres.log'));
    });

    afterAll(async () => {
      await measured.close();
      await follower.close();
    });

    it('one alone costs few statements', async () => {
      const count = () => measured.perUnit(() => payoutsOneByOne(payouts, { merchant, userId, follower }));
      let each = await count();
      for (let round = 1; round < roundsMax && payoutStatements(each) > payoutBudget.statements; round += 1) {
        each = await count();
      }

      process.stdout.write(`A payout: ${payoutStatements(each).toFixed(1)} statements of payment-gateway.\n`);
      // Lists the statements for the engineer who has to reduce them.
      if (payoutStatements(each) > payoutBudget.statements) {
        for (const { text, perUnit } of ofPayouts(each))
          process.stdout.write(`${perUnit.toFixed(1).padStart(6)}  ${text}\n`);
      }
      expect(payoutStatements(each)).toBeGreaterThan(0);
      expect(payoutStatements(each)).toBeLessThanOrEqual(payoutBudget.statements);
    });
  });
});
