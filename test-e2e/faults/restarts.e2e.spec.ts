import { eventuallyHolds } from '@repasse/chassis/testing/eventually';
import { MerchantApi, type Attempt } from '../support/api';
import { describeOn } from '../support/on-each-bus';

const services = [
  'charge',
  'payment-gateway',
  'split-settlement',
  'invoice-query',
  'webhook-dispatcher',
  'identity',
] as const;
const recoveryTimeoutMs = 60_000;
const chargesPerKill = 3;

// On both buses programs die in crashes and database-crash. Here members of groups come and go, which takes longest on Kafka.
describeOn('kafka', 'restarting', (stack) => {
  let merchant: MerchantApi;
  const inbox = 'restarts';

  /** A client that repeats a request under one key until it is answered, as the README tells merchants to. */
  const createUntilAnswered = async (key: string): Promise<Attempt> => {
    let attempt: Attempt | undefined;
    await eventuallyHolds(
      async () => {
        const answer = await merchant.createPixCharge(
          { webhookUrl: merchant.inboxUrl(inbox) },
          { 'idempotency-key': key },
        );
        expect(answer.status).toBe(200);
        attempt = answer.body;
      },
      { timeoutMs: recoveryTimeoutMs, everyMs: 200 },
    );
    return attempt!;
  };

  const expectAllPaidOnce = async (attempts: readonly Attempt[]): Promise<void> => {
    await eventuallyHolds(
      async () => {
        for (const { chargeId } of attempts) expect((await merchant.charge(chargeId)).status).toBe('PAID');
        expect(await merchant.availableCents(stack.file.merchant.userId)).toBe(attempts.length * 9_901);
        const announced = (await merchant.inbox(inbox)).map(
          ({ rawBody }) => (JSON.parse(rawBody) as { data: { charge: { id: string } } }).data.charge.id,
        );
        expect(new Set(announced)).toEqual(new Set(attempts.map(({ chargeId }) => chargeId)));
      },
      { timeoutMs: recoveryTimeoutMs, everyMs: 250 },
    );
    expect(await merchant.ledgerCheck()).toMatchObject({ isBalanced: true });
  };

  it('any service with kill -9 while charges are made and paid loses nothing and doubles nothing', async () => {
    merchant = await MerchantApi.signIn(stack.file);
    const attempts: Attempt[] = [];
    for (const service of services) {
      const work = Array.from({ length: chargesPerKill }, (_, index) =>
        createUntilAnswered(`${service}-${String(index)}`),
      );
      await stack.kill(service);
      const restarted = stack.startService(service);
      for (const attempt of await Promise.all(work)) {
        attempts.push(attempt);
        expect((await merchant.pay(attempt.checkoutMeta.emv)).status).toBe(200);
      }
      await restarted;
    }

    await expectAllPaidOnce(attempts);

    await stack.stop();
    await stack.start();
    merchant = await MerchantApi.signIn(stack.file);
    await expectAllPaidOnce(attempts);
  });
});
