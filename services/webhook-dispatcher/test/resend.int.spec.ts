import { eventually, eventuallyHolds } from '@repasse/chassis/testing/eventually';
import { randomIds } from '@repasse/chassis/ids';
import { Webhook } from 'standardwebhooks';
import { startDispatcher, type Dispatcher } from './dispatcher';
import { ownerId } from './merchant';
import { Receiver } from './receiver';

/** For three answers on a busy machine. */
const patienceMs = 900;

describe('POST /invoices/resend-webhook/{id}', () => {
  let dispatcher: Dispatcher;
  let receiver: Receiver;

  beforeAll(async () => {
    dispatcher = await startDispatcher();
  });
  afterAll(() => dispatcher.stop());
  beforeEach(async () => {
    receiver = await Receiver.start();
  });
  afterEach(() => receiver.stop());

  const resend = (id: string | number, as: 'owner' | 'stranger' | 'admin' = 'owner') =>
    dispatcher.call('POST', `/invoices/resend-webhook/${id}`, as);

  const delivered = async () => {
    const charge = await dispatcher.createPaidCharge(receiver.url);
    await eventuallyHolds(async () => {
      const { body } = await dispatcher.call('GET', `/webhook-deliveries?chargeId=${charge.chargeId}&status=delivered`);
      expect(body['data']).toHaveLength(1);
    });
    return charge;
  };

  it('delivers now, by invoice number or charge id, under the same webhook-id', async () => {
    const { chargeId, invoiceId } = await delivered();

    expect((await resend(invoiceId)).body).toEqual({
      message: expect.any(String),
      invoice_id: invoiceId,
      status: 'success',
    });
    expect((await resend(chargeId)).body).toMatchObject({ invoice_id: invoiceId, status: 'success' });

    expect(receiver.received).toHaveLength(3);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  });

  it('says of a message that it has ended, and of ids that are so old', async () => {
    const { chargeId, invoiceId } = await dispatcher.createPaidCharge(receiver.url);
    await eventuallyHolds(async () => expect(await resend(invoiceId)).toMatchObject({ status: 200 }));
    // The time of the id is in 2024, and its messages went with their months.
    const old = `ch_01JAJ2F3V4${chargeId.slice(-16)}`;
    await dispatcher.query('update charges set charge_id = $2 where charge_id = $1', [chargeId, old]);
    await dispatcher.query('delete from webhook_events where charge_id = $1', [chargeId]);

    expect(await resend(old)).toMatchObject({ status: 409, body: { code: 'webhook.message_ended' } });

    const hint = 'It would be older than 180 days, for which they are kept.';
    for (const path of [`/events/${old.replace('ch_', 'msg_')}`, `/webhook-deliveries/${old.replace('ch_', 'del_')}`])
      expect(await dispatcher.call('GET', path)).toMatchObject({
        status: 404,
        body: { detail: expect.stringContaining(hint) as string },
      });
    expect(await dispatcher.call('GET', `/events?after=${old.replace('ch_', 'msg_')}`)).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'after', message: expect.stringContaining(hint) as string }] },
    });
  });

  it('refuses the number of an attempt that did not pay the charge', async () => {
    const charge = await dispatcher.createCharge(receiver.url);
    const unpaid = charge.invoiceId;
    const invoiceId = unpaid + 100_000;
    await dispatcher.payCharge({ ...charge, invoiceId });
    await eventuallyHolds(async () => expect(await resend(invoiceId)).toMatchObject({ status: 200 }));

    expect((await resend(charge.chargeId)).body).toMatchObject({ invoice_id: invoiceId });
    expect(await resend(unpaid)).toMatchObject({
      status: 409,
      body: { code: 'webhook.nothing_to_send', detail: expect.stringContaining(String(invoiceId)) },
    });
  });

  it('says pending when the receiver refuses, and begins no retries', async () => {
    const { chargeId } = await delivered();
    receiver.answers((_, response) => response.writeHead(500).end());

    expect((await resend(chargeId)).body).toMatchObject({
      status: 'pending',
      message: expect.stringMatching(/answered 500.*No automatic try follows/),
    });

    const { body } = await dispatcher.call('GET', `/webhook-deliveries?chargeId=${chargeId}`);
    expect(body['data']).toEqual([expect.objectContaining({ status: 'DELIVERED', attempts: 2, nextAttemptAt: null })]);
  });

  it('delivers once when asked twice at once', async () => {
    const { chargeId } = await delivered();
    const release: (() => void)[] = [];
    receiver.answers((_, response) => release.push(() => response.writeHead(204).end()));

    const first = resend(chargeId);
    await eventually(() => release.length === 1);
    const second = await resend(chargeId);
    release[0]?.();

    expect(second.body).toMatchObject({ status: 'pending' });
    expect((await first).body).toMatchObject({ status: 'success' });
    expect(receiver.received).toHaveLength(2);
  });

  it('knows nothing of what does not exist or belongs to another merchant', async () => {
    const { chargeId, invoiceId } = await delivered();

    for (const answer of [
      await resend('ch_nothing'),
      await resend(999_999),
      await resend('9007199254740993'),
      await resend(chargeId, 'stranger'),
      await resend(invoiceId, 'stranger'),
    ]) {
      expect(answer).toMatchObject({ status: 404, body: { code: 'invoice.not_found' } });
    }
  });

  it('refuses at once; a charge of this moment is not unknown, and may be asked for again', async () => {
    const young = await resend(`ch_${randomIds.ulid()}`);
    const unpaid = await dispatcher.createCharge(receiver.url);
    await eventuallyHolds(async () =>
      expect(await resend(unpaid.invoiceId)).toMatchObject({ status: 409, body: { code: 'webhook.nothing_to_send' } }),
    );
    const startedAt = performance.now();
    const ahead = await resend(unpaid.invoiceId + 2_000_000);
    await resend(unpaid.chargeId);
    await resend(`ch_${randomIds.ulid()}`);

    expect(young).toMatchObject({ status: 409, body: { code: 'webhook.nothing_to_send', retryable: true } });
    expect(ahead).toMatchObject({ status: 404, body: { code: 'invoice.not_found' } });
    expect(ahead.body).not.toHaveProperty('retryable');
    expect(performance.now() - startedAt).toBeLessThan(patienceMs);
  });

  it('sends the latest of a payment in coins, and of a withdrawal', async () => {
    await dispatcher.register({ url: receiver.url, eventTypes: ['payment.*', 'payout.*'] });
    const [coins, withdrawal] = [900_001, 900_002];
    const paymentId = `pay_${randomIds.ulid()}`;
    const withdrawalId = `wd_${randomIds.ulid()}`;
    const payment = { paymentId, invoiceId: coins, userId: ownerId, chargeId: null, attemptId: null };
    await dispatcher.tell('repasse.payment.requested.v1', paymentId, 1, { ...payment, paymentMethod: 'CRYPTO' });
    await eventuallyHolds(async () =>
      expect(await resend(coins)).toMatchObject({ status: 409, body: { code: 'webhook.nothing_to_send' } }),
    );
    await dispatcher.tell('repasse.payment.received.v1', paymentId, 2, { ...payment, paymentMethod: 'CRYPTO' });
    await dispatcher.tell('repasse.payout.requested.v1', withdrawalId, 1, {
      ...{ withdrawalId, invoiceId: withdrawal, userId: ownerId },
    });
    await dispatcher.tell('repasse.withdrawal.paid.v1', withdrawalId, 1, { withdrawalId, userId: ownerId });

    for (const [invoiceId, type] of [
      [coins, 'payment.received'],
      [withdrawal, 'payout.paid'],
    ] as const) {
      await eventuallyHolds(async () =>
        expect(await resend(invoiceId)).toMatchObject({
          status: 200,
          body: { invoice_id: invoiceId, status: 'success' },
        }),
      );
      expect(JSON.parse(receiver.received.at(-1)!.body)).toMatchObject({ type });
    }
    expect(await resend(coins, 'stranger')).toMatchObject({ status: 404 });
  });

  it('lets ADMIN send again for a merchant', async () => {
    const { invoiceId } = await delivered();

    expect(await resend(invoiceId, 'admin')).toMatchObject({ status: 200, body: { status: 'success' } });
  });

  it('says which is missing: a payment or an address', async () => {
    const unpaid = await dispatcher.createCharge(receiver.url);
    const silent = await dispatcher.createPaidCharge(null);

    await eventuallyHolds(async () =>
      expect(await resend(unpaid.chargeId)).toMatchObject({ status: 409, body: { code: 'webhook.nothing_to_send' } }),
    );
    await eventuallyHolds(async () =>
      expect(await resend(silent.chargeId)).toMatchObject({ status: 409, body: { code: 'webhook.no_destination' } }),
    );
  });

  it('is signed with a secret that a key for reading does not get', async () => {
    expect(await dispatcher.read('/webhook-deliveries')).toMatchObject({ status: 200 });
    expect(await dispatcher.read('/webhook-secret')).toMatchObject({ status: 403 });
  });

  it('signs with the old and the new secret after a rotation, and refuses a second one that day', async () => {
    const { body: before } = await dispatcher.call('GET', '/webhook-secret');
    const { chargeId } = await delivered();

    const { body: after } = await dispatcher.call('POST', '/webhook-secret/rotate');
    await resend(chargeId);

    expect(after['secret']).not.toBe(before['secret']);
    const message = receiver.received.at(-1)!;
    for (const secret of [before['secret'], after['secret']]) {
      expect(new Webhook(String(secret)).verify(message.body, message.headers as Record<string, string>)).toMatchObject(
        { type: 'charge.paid' },
      );
    }
    expect(await dispatcher.call('POST', '/webhook-secret/rotate')).toMatchObject({
      status: 409,
      body: { code: 'webhook_secret.rotation_too_soon' },
    });
  });
});
