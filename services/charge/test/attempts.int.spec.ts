import { eventually } from '@repasse/chassis/testing/eventually';
import { type TestAnswer, type TestCall } from '@repasse/chassis/testing/http-test';
import { ChargeService, merchantId } from './support/charge-service';

describe('POST /charge/{chargeId}/attempts', () => {
  const charge = new ChargeService('attempts');
  const { gateway } = charge.peers;
  beforeAll(() => charge.start());
  afterAll(() => charge.stop());
  afterEach(() => {
    gateway.mood = 'offer';
    gateway.quoteMood = 'quote';
  });

  const make = async (body: object = {}): Promise<string> => String((await charge.create(body)).body['id']);
  const attempt = (chargeId: string, body: object, call: TestCall = {}): Promise<TestAnswer> =>
    charge.call('POST', `/charge/${chargeId}/attempts`, { body, ...call });

  it('offers PIX, requested with the data of the charge', async () => {
    const chargeId = await make({
      description: 'Order 7',
      externalReference: 'order-7',
      customerMeta: { name: 'Ana Souza', email: 'ana@customer.example' },
    });
    const answer = await attempt(chargeId, {
      paymentMethod: 'PIX',
      attemptExpiresAt: '2026-11-21T12:20:00Z',
      gatewayOptions: { pix: { payerMessage: 'Oi' } },
    });

    expect(answer).toMatchObject({
      status: 200,
      body: {
        id: expect.stringMatching(/^att_[0-9A-Z]{26}$/) as unknown,
        chargeId,
        status: 'PENDING',
        gatewayStatus: 'OFFERED',
        checkoutMeta: { method: 'PIX' },
        expiresAt: '2026-11-21T12:20:00.000Z',
        externalReference: 'order-7',
        customerMeta: { name: 'Ana Souza', email: 'ana@customer.example', source: 'PRE_FILLED' },
      },
    });
    expect(gateway.payments.at(-1)).toMatchObject({
      chargeId,
      attemptId: answer.body['id'],
      amountMinor: 10_000,
      payer: { name: 'Ana Souza', email: 'ana@customer.example' },
      gatewayOptions: { pix: { payerMessage: 'Oi' } },
    });
  });

  it('stands beside other open attempts, oldest first in the list', async () => {
    const first = await charge.create({ paymentMethod: 'PIX' });
    const chargeId = String(first.body['chargeId']);
    const second = await attempt(chargeId, { paymentMethod: 'INTERNATIONAL', currency: 'JPY' });

    expect(second.body).toMatchObject({ checkoutMeta: { amount: '2857' }, fxMeta: { targetCurrency: 'JPY' } });
    const list = JSON.parse((await charge.call('GET', `/charge/${chargeId}/attempts`)).text) as { id: string }[];
    expect(list.map(({ id }) => id)).toEqual([first.body['id'], second.body['id']]);
  });

  it('uses an attemptIdempotencyKey once, whatever it was used for', async () => {
    const chargeId = await make();
    const first = await attempt(chargeId, { paymentMethod: 'PIX', attemptIdempotencyKey: 'once' });
    const asked = gateway.payments.length;

    for (const answer of [
      await attempt(chargeId, { paymentMethod: 'PIX', attemptIdempotencyKey: 'once' }),
      await charge.create({ paymentMethod: 'PIX', attemptIdempotencyKey: 'once' }),
    ]) {
      expect(answer).toMatchObject({
        status: 409,
        body: {
          ...{ code: 'charge.attempt_key_reused', chargeId, attemptId: first.body['id'], retryable: false },
          ...{ currentStatus: 'PENDING', allowedActions: ['create_attempt', 'cancel'] },
        },
      });
    }
    expect(gateway.payments).toHaveLength(asked);
  });

  it('is made once under an Idempotency-Key, and finished when the provider was silent', async () => {
    const chargeId = await make();
    const keyed = (): Promise<TestAnswer> =>
      attempt(chargeId, { paymentMethod: 'PIX' }, { headers: { 'idempotency-key': `attempt-of-${chargeId}` } });
    gateway.mood = 'silent';
    const silent = await keyed();
    gateway.mood = 'offer';
    const offered = await keyed();

    expect(silent).toMatchObject({ status: 504, body: { code: 'provider.timeout', retryable: true } });
    expect(offered).toMatchObject({ status: 200, body: { id: silent.body['attemptId'] } });
    expect((await keyed()).text).toBe(offered.text);
    expect(JSON.parse((await charge.call('GET', `/charge/${chargeId}/attempts`)).text)).toHaveLength(1);
  });

  it.each([
    ['a card', { paymentMethod: 'CREDIT_CARD' }, 'charge.card_not_accepted_here', 'paymentMethod'],
    [
      'a card number',
      { paymentMethod: 'PIX', gatewayOptions: { x: '4111111111111111' } },
      'request.card_data_refused',
      'gatewayOptions.x',
    ],
    ['an unknown method', { paymentMethod: 'BOLETO' }, 'charge.payment_method_unknown', 'paymentMethod'],
    [
      'INTERNATIONAL without its currency',
      { paymentMethod: 'INTERNATIONAL' },
      'charge.checkout_currency_missing',
      'currency',
    ],
    [
      'an unsupported currency',
      { paymentMethod: 'INTERNATIONAL', currency: 'XYZ' },
      'fx.currency_not_supported',
      'currency',
    ],
    ['PIX in another currency', { paymentMethod: 'PIX', currency: 'USD' }, 'request.invalid', 'currency'],
    [
      'what has expired',
      { paymentMethod: 'PIX', attemptExpiresAt: '2026-11-21T11:00:00Z' },
      'charge.expires_in_past',
      'attemptExpiresAt',
    ],
    [
      'what outlives the charge',
      { paymentMethod: 'PIX', attemptExpiresAt: '2026-12-21T12:00:00Z' },
      'request.invalid',
      'attemptExpiresAt',
    ],
    ['nothing', {}, 'request.invalid', 'paymentMethod'],
  ])('refuses %s', async (_what, body, code, field) => {
    const chargeId = await make();
    const answer = await attempt(chargeId, body);

    expect(answer).toMatchObject({ status: 400, body: { code, errors: [{ field }] } });
    expect(answer.text).not.toContain('4111');
    expect(JSON.parse((await charge.call('GET', `/charge/${chargeId}/attempts`)).text)).toEqual([]);
  });

  it.each(['', '/attempts', '/held-payments'])(
    'says at /charge/{chargeId}%s that an id is of an attempt',
    async (path) => {
      const { body } = await charge.create({ paymentMethod: 'PIX' });
      const answer = await charge.call('GET', `/charge/${String(body['id'])}${path}`);

      const detail = expect.stringMatching(/att_\w+ is the id of an attempt; use its chargeId/) as string;
      expect(answer).toMatchObject({ status: 404, body: { code: 'charge.not_found', detail } });
    },
  );

  it('finds no charge of another user', async () => {
    const chargeId = await make();
    const token = await charge.token({ userId: 3003 });
    expect((await attempt(chargeId, { paymentMethod: 'PIX' }, { token })).status).toBe(404);
    expect((await attempt('ch_nobody', { paymentMethod: 'PIX' })).status).toBe(404);
  });

  it('is refused where the charge cannot be paid any more, and after ten', async () => {
    const canceled = await make();
    await charge.call('POST', `/charge/${canceled}/cancel`);
    expect(await attempt(canceled, { paymentMethod: 'INTERNATIONAL', currency: 'USD' })).toMatchObject({
      status: 409,
      body: { code: 'charge.not_payable', currentStatus: 'CANCELED', retryable: false },
    });

    const busy = await make();
    for (let count = 1; count <= 10; count += 1) await attempt(busy, { paymentMethod: 'PIX' });
    expect(await attempt(busy, { paymentMethod: 'PIX' })).toMatchObject({
      status: 409,
      body: { code: 'charge.attempts_exhausted' },
    });
  });

  it('asks for the remainder where a part came and is held', async () => {
    const first = await charge.create({ paymentMethod: 'PIX' });
    const chargeId = String(first.body['chargeId']);
    await charge.receive(first.body, { amountMinor: 4_000 });
    await eventually(
      async () => (await charge.call('GET', `/charge/${chargeId}`)).body['statusReason'] === 'UNDERPAID',
    );

    const rest = await attempt(chargeId, { paymentMethod: 'PIX' });
    expect(rest.body).toMatchObject({ grossAmount: '60.00' });
    expect(gateway.payments.at(-1)).toMatchObject({ amountMinor: 6_000 });
    const held = await charge.call('GET', `/charge/${chargeId}/held-payments`);
    expect(held.body).toMatchObject({ data: [{ amount: '40.00', statusReason: 'UNDERPAID', status: 'HELD' }] });
    expect(first.body['customerMeta']).toEqual({ source: 'COLLECT_AT_CHECKOUT' });
    expect(rest.body['splitSettlement']).toEqual([{ userId: merchantId, amountCents: 9_901, isOwner: true }]);
  });
});

describe('POST /charge/{chargeId}/cancel', () => {
  const charge = new ChargeService('cancel');
  beforeAll(() => charge.start());
  afterAll(() => charge.stop());

  const cancel = (chargeId: string, call: TestCall = {}): Promise<TestAnswer> =>
    charge.call('POST', `/charge/${chargeId}/cancel`, call);

  it('ends the charge and its open attempts, and says the same the second time', async () => {
    const made = await charge.create({ paymentMethod: 'PIX', customerMeta: { name: 'Ana' } });
    const chargeId = String(made.body['chargeId']);
    const first = await cancel(chargeId);

    expect(first).toMatchObject({
      status: 200,
      body: { id: chargeId, status: 'CANCELED', statusReason: 'CANCELED_BY_MERCHANT', customerMeta: { name: 'Ana' } },
    });
    expect((await cancel(chargeId)).body).toEqual(first.body);
    expect((await charge.call('GET', `/charge/${chargeId}`)).body).toEqual(first.body);
    const attempts: unknown = JSON.parse((await charge.call('GET', `/charge/${chargeId}/attempts`)).text);
    expect(attempts).toMatchObject([{ status: 'CANCELED', statusReason: 'CANCELED_BY_MERCHANT' }]);
  });

  it('is refused once the charge is paid', async () => {
    const made = await charge.create({ paymentMethod: 'PIX' });
    const chargeId = String(made.body['chargeId']);
    await charge.receive(made.body);
    await eventually(async () => (await charge.call('GET', `/charge/${chargeId}`)).body['status'] === 'PAID');

    expect(await cancel(chargeId)).toMatchObject({
      status: 409,
      body: { code: 'charge.not_cancelable', currentStatus: 'PAID', chargeId, allowedActions: ['refund'] },
    });
  });

  it('finds no charge of another user', async () => {
    const { body } = await charge.create({});
    expect((await cancel(String(body['id']), { token: await charge.token({ userId: 3003 }) })).status).toBe(404);
    expect((await cancel(String(body['id']), { token: await charge.token({ scopes: ['charges:read'] }) })).status).toBe(
      403,
    );
  });
});
