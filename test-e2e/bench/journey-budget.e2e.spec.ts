import { join } from 'node:path';
import { describeOn } from '../support/on-each-bus';
import { journeyBudget } from './journey-budget';
import { signIn, type Merchant } from './load/merchant';
import { startWebhookReceiver, type WebhookReceiver } from './load/webhook-receiver';
import { journeysOneByOne } from './measure/statements';
import { measureSql, type SqlMeasurement, type SqlPerUnit } from './sql/measure-sql';
import { openFollower, type Follower } from './system/followers';

/** The first ones meet connections that are not open and statements that are not prepared. */
const warmUpJourneys = 5;
const journeys = 20;
/** A machine with other work cuts batches into smaller ones, which adds statements: what is above the budget is counted again. */
const roundsMax = 3;

const byFrequency = ({ byText }: SqlPerUnit): string =>
  byText.map(({ database, text, perUnit }) => `${perUnit.toFixed(1).padStart(6)}  ${database}: ${text}`).join('\n');

const isWithinBudget = ({ totalStatements, waitingCommits = Infinity }: SqlPerUnit): boolean =>
  totalStatements <= journeyBudget.statements && waitingCommits <= journeyBudget.waitingCommits;

// On Kafka the bus sends the database no statements, so the budget holds there too.
describeOn('postgres', 'the budget of a PIX journey', (stack) => {
  // A block of its own, because what it opens has to be closed before the system is stopped.
  describe('held by counts', () => {
    let receiver: WebhookReceiver;
    let follower: Follower;
    let merchant: Merchant;
    let sql: SqlMeasurement;
    let rounds = 0;

    const countAlone = async (): Promise<SqlPerUnit> => {
      rounds += 1;
      const each = await sql.perUnit(() => journeysOneByOne(journeys, merchant, follower));
      return rounds === roundsMax || isWithinBudget(each) ? each : countAlone();
    };

    beforeAll(async () => {
      receiver = await startWebhookReceiver();
      follower = await openFollower(stack.file);
      merchant = await signIn(stack.file, receiver);
      await journeysOneByOne(warmUpJourneys, merchant, follower);
      sql = await measureSql(stack.file.postgresUrl, join(stack.dataFolder, 'logs', 'postgres.log'));
    });

    afterAll(async () => {
      merchant.close();
      await Promise.all([sql.close(), follower.close(), receiver.stop()]);
    });

    it('an idle system asks the databases seldom', () => {
      process.stdout.write(`An idle system: ${sql.idle.totalStatementsPerSecond.toFixed(1)} statements a second.\n`);
      expect(sql.idle.totalStatementsPerSecond).toBeGreaterThan(0);
      expect(sql.idle.totalStatementsPerSecond).toBeLessThanOrEqual(journeyBudget.idleStatementsPerSecond);
    });

    it('a journey alone costs few statements and few waits for the disk', async () => {
      const each = await countAlone();

      process.stdout.write(
        `A journey: ${each.totalStatements.toFixed(1)} statements, ${each.waitingCommits?.toFixed(1) ?? '?'} commits that wait.\n`,
      );
      // Lists the statements for the engineer who has to reduce them.
      if (each.totalStatements > journeyBudget.statements) process.stdout.write(`${byFrequency(each)}\n`);
      expect(each.totalStatements).toBeGreaterThan(0);
      expect(each.totalStatements).toBeLessThanOrEqual(journeyBudget.statements);
      expect(each.waitingCommits).toBeGreaterThan(0);
      expect(each.waitingCommits).toBeLessThanOrEqual(journeyBudget.waitingCommits);
    });

    it('every webhook came once, and signed', () => {
      expect(receiver.received).toBe(warmUpJourneys + rounds * journeys);
      expect(receiver.verifySamples(stack.file.merchant.webhookSecret)).toBeGreaterThan(0);
    });
  });
});
