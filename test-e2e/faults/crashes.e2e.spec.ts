import { randomUUID } from 'node:crypto';
import { eventuallyHolds } from '@repasse/chassis/testing/eventually';
import { MerchantApi, type Attempt } from '../support/api';
import { describeOnEachBus } from '../support/on-each-bus';

/** After a crash a lease must lapse, locks free themselves and a broker notices the missing member. */
const recoveryTimeoutMs = 45_000;

describeOnEachBus('kill -9', (stack, bus) => {
  let merchant: MerchantApi;

  beforeAll(async () => {
    merchant = await MerchantApi.signIn(stack.file);
  });

  /** What must hold of a charge however the system was shot at: paid once, booked once, announced under one id. */
  const expectWhole = async (chargeId: string, inbox: string): Promise<void> => {
    await eventuallyHolds(async () => expect((await merchant.charge(chargeId)).status).toBe('PAID'), {
      timeoutMs: recoveryTimeoutMs,
    });
    await eventuallyHolds(
      async () => {
        const settlement = await merchant.get<{ netAmount: string }>(`/settlements/${chargeId}`);
        expect(settlement).toMatchObject({ status: 200, body: { netAmount: '99.01' } });
        expect((await merchant.inbox(inbox)).length).toBeGreaterThanOrEqual(1);
      },
      { timeoutMs: recoveryTimeoutMs },
    );
    const messages = await merchant.inbox(inbox);
    expect(new Set(messages.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(messages.every(({ verified }) => verified)).toBe(true);
    expect(await merchant.ledgerCheck()).toMatchObject({ isBalanced: true });
  };

  const ownerCents = () => merchant.availableCents(stack.file.merchant.userId);

  it('of charge between commit and response: the same request finishes the same charge', async () => {
    const inbox = `crash-charge-${bus}`;
    const before = await ownerCents();
    const body = { externalReference: `crash-${randomUUID()}`, webhookUrl: merchant.inboxUrl(inbox) };
    const headers = { 'idempotency-key': randomUUID() };
    await stack.restartService('charge', { REPASSE_FAULT_POINT: 'charge.after_commit' });

    const cutOff = await merchant.createPixCharge(body, headers);
    expect(cutOff.status).toBeGreaterThanOrEqual(500);
    await stack.kill('charge');
    await stack.startService('charge');

    let finished: Attempt | undefined;
    await eventuallyHolds(
      async () => {
        const again = await merchant.createPixCharge(body, headers);
        expect(again.status).toBe(200);
        finished = again.body;
      },
      { timeoutMs: recoveryTimeoutMs },
    );
    const list = await merchant.get<{ pagination: { total: number } }>(
      `/charge/list?externalReference=${body.externalReference}`,
    );
    expect(list.body.pagination.total).toBe(1);
    await merchant.pay(finished!.checkoutMeta.emv);
    await expectWhole(finished!.chargeId, inbox);
    expect(await ownerCents()).toBe(before + 9_901);
  });

  /** The fault point ends the service by itself when the payment comes by; nothing else does. */
  const diesAtPayment = async (service: string, faultPoint: string, inbox: string): Promise<void> => {
    const before = await ownerCents();
    const { body: attempt } = await merchant.createPixCharge({ webhookUrl: merchant.inboxUrl(inbox) });
    await stack.restartService(service, { REPASSE_FAULT_POINT: faultPoint });

    await merchant.pay(attempt.checkoutMeta.emv);
    await eventuallyHolds(() => expect(stack.deaths.some((line) => line.startsWith(`${service} died`))).toBe(true), {
      timeoutMs: recoveryTimeoutMs,
    });
    await stack.kill(service);
    await stack.startService(service);

    await expectWhole(attempt.chargeId, inbox);
    expect(await ownerCents()).toBe(before + 9_901);
  };

  it('of the relay between send and mark: the events come twice and count once', async () => {
    await diesAtPayment('payment-gateway', 'relay.after_publish', `crash-relay-${bus}`);
  });

  it('of a consumer between effect and acknowledgement: the effect stands once', async () => {
    await diesAtPayment('split-settlement', 'consumer.after_effect', `crash-consumer-${bus}`);
  });
});
