import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually, eventuallyHolds } from '@repasse/chassis/testing/eventually';
import { MerchantApi, type Attempt } from '../support/api';
import { describeOnEachBus } from '../support/on-each-bus';

const journeys = 300;
const atOnce = 12;
const recoveryTimeoutMs = 120_000;
const testTimeoutMs = 300_000;
/** What is left of 100.00 after the default fee. */
const netCents = 9_901;

describeOnEachBus('PostgreSQL killed with -9 in the middle of journeys', (stack, bus) => {
  const inbox = `database-crash-${bus}`;
  let merchant: MerchantApi;
  let paid = 0;

  /** A client that repeats a request until it is answered, as the README tells merchants to. */
  const untilAnswered = <T>(ask: () => Promise<T | undefined>) =>
    eventually(() => ask().catch(() => undefined), { timeoutMs: recoveryTimeoutMs, everyMs: 200 });

  const create = (key: string): Promise<Attempt> =>
    untilAnswered(async () => {
      const { status, body } = await merchant.createPixCharge(
        { webhookUrl: merchant.inboxUrl(inbox) },
        { 'idempotency-key': key },
      );
      return status === 200 ? body : undefined;
    });

  /** A lost answer may have been a payment; the bank app says so when it is asked again. */
  const pay = (emv: string): Promise<true> =>
    untilAnswered(async () => {
      const { status } = await merchant.pay(emv);
      return status === 200 || status === 409 ? true : undefined;
    });

  const journey = async (index: number): Promise<Attempt> => {
    const attempt = await create(`journey-${String(index)}`);
    await pay(attempt.checkoutMeta.emv);
    paid += 1;
    return attempt;
  };

  const killDatabase = (): void => {
    const [pid] = readFileSync(join(stack.dataFolder, 'postgres', 'postmaster.pid'), 'utf8').split('\n');
    process.kill(Number(pid), 'SIGKILL');
  };

  const inTurns = async (): Promise<Attempt[]> => {
    const attempts: Attempt[] = [];
    let next = 0;
    const work = async (): Promise<void> => {
      while (next < journeys) attempts.push(await journey(next++));
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    return attempts;
  };

  it(
    'loses nothing and doubles nothing',
    async () => {
      merchant = await MerchantApi.signIn(stack.file);
      const all = inTurns();
      await eventually(() => paid > journeys / 3, { timeoutMs: recoveryTimeoutMs });
      killDatabase();
      const attempts = await all;

      const charges = new Set(attempts.map(({ chargeId }) => chargeId));
      expect(charges.size).toBe(journeys);
      await eventuallyHolds(
        async () => {
          expect(await merchant.availableCents(stack.file.merchant.userId)).toBe(journeys * netCents);
          const announced = (await merchant.inbox(inbox)).map(chargeAndWebhookId);
          expect(new Set(announced.map(([chargeId]) => chargeId))).toEqual(charges);
          // A webhook may come twice, but never under a second id.
          expect(new Set(announced.map(([, webhookId]) => webhookId)).size).toBe(journeys);
        },
        { timeoutMs: recoveryTimeoutMs, everyMs: 500 },
      );
      for (const chargeId of charges) expect((await merchant.charge(chargeId)).status).toBe('PAID');
      expect(await merchant.ledgerCheck()).toMatchObject({ isBalanced: true });
      expect(stack.deaths.filter((line) => line.startsWith('PostgreSQL died'))).toHaveLength(1);
    },
    testTimeoutMs,
  );
});

const chargeAndWebhookId = ({
  rawBody,
  headers,
}: {
  readonly rawBody: string;
  readonly headers: Readonly<Record<string, string>>;
}): [string, string] => [
  (JSON.parse(rawBody) as { data: { charge: { id: string } } }).data.charge.id,
  headers['webhook-id'] ?? '',
];
