import { randomUUID } from 'node:crypto';
import { eventuallyHolds } from '@repasse/chassis/testing/eventually';
import { type TestAnswer, type TestCall } from '@repasse/chassis/testing/http-test';
import { ChargeService, merchantId } from './support/charge-service';

const scopes = ['payments:write', 'payments:read', 'charges:read', 'charges:write'];
const order = { amount: 250.5, installments: 6, external_reference: 'order-42', description: 'Pedido 42' };
const approvedNumber = '4024007100000040';
const cardToken = 'card_01KAJ2E8V4N7Q0S6T3W9X5Y1Z2';
const card = {
  number: approvedNumber,
  holderName: 'Ana',
  expirationMonth: 12,
  expirationYear: 2035,
  securityCode: '987',
};

const charge = new ChargeService('card_charges');

beforeAll(async () => {
  await charge.start();
  charge.peers.gateway.savedCards.set(cardToken, merchantId);
});
afterAll(() => charge.stop());
afterEach(() => {
  charge.peers.gateway.cardMood = 'approve';
});

const call = async (method: string, path: string, more: TestCall = {}): Promise<TestAnswer> =>
  charge.call(method, path, { token: await charge.token({ scopes }), ...more });
const create = (body: object, headers: Record<string, string> = {}) =>
  call('POST', '/payments/v1/card', { body, headers });
const responseOf = ({ body }: TestAnswer) => body['response'] as Record<string, unknown>;
const make = async (over: object = {}) => {
  const response = responseOf(await create({ ...order, ...over }));
  return { id: String(response['id']), token: String(response['checkout_token']), response };
};
const read = async (id: string) => responseOf(await call('GET', `/payments/v1/card/${id}`));
const faultyFields = ({ body }: TestAnswer) => (body['errors'] as { field: string }[]).map(({ field }) => field);
const sold = () => charge.peers.gateway.cardPayments;

describe('a card payment', () => {
  it('is a charge that waits for its payer’s card, and is answered with its checkout', async () => {
    const answer = await create({ ...order, redirect_url: 'https://merchant.example/thanks' });

    expect(answer).toMatchObject({ status: 201, body: { status: 201, code: 'card_payment_created' } });
    const response = responseOf(answer);
    const { id, checkout_token } = response;
    expect(response).toEqual({
      id: expect.stringMatching(/^ch_/),
      invoice_id: null,
      id_transaction: '',
      amount: 250.5,
      installments: 6,
      installments_chosen: null,
      brand: '',
      last4: '',
      external_reference: 'order-42',
      description: 'Pedido 42',
      redirect_url: 'https://merchant.example/thanks',
      status: 'Aguardando pagamento',
      checkout_id: id,
      checkout_url: `https://pay.example/checkout/${String(id)}?token=${String(checkout_token)}`,
      checkout_token: expect.any(String),
      expire_at: '2026-11-22T09:00:00.000-03:00',
      createdAt: '2026-11-21T09:00:00.000-03:00',
      updatedAt: '2026-11-21T09:00:00.000-03:00',
    });
    expect(await read(String(id))).toEqual(response);
    expect(await call('GET', `/charge/${String(id)}`)).toMatchObject({ body: { status: 'PENDING' } });
  });

  it('is made once under one key, with the same token', async () => {
    const headers = { 'idempotency-key': 'a-card-key' };
    const first = await create(order, headers);
    const again = await create(order, headers);

    expect(again.text).toBe(first.text);
    expect((await create({ ...order, amount: 1 }, headers)).status).toBe(422);
  });

  it('is paid in parts, up to as many as its merchant allows', async () => {
    const { id, token } = await make();

    expect(faultyFields(await charge.pay(id, token, { card, installments: 7 }))).toEqual(['installments']);
    expect(await charge.pay(id, token, { card, installments: 3 })).toMatchObject({ body: { status: 'PAID' } });
    expect(sold().at(-1)).toMatchObject({ installments: 3, saveCard: false });
    expect(await read(id)).toMatchObject({
      status: 'Pago',
      invoice_id: expect.any(Number),
      id_transaction: expect.stringMatching(/^pay_/),
      installments: 6,
      installments_chosen: 3,
      brand: 'VISA',
      last4: '0040',
    });
  });

  it('takes another card after a declined one, and shows the card that paid', async () => {
    const { id, token } = await make();
    charge.peers.gateway.cardMood = 'decline';
    const declined = await charge.pay(id, token, { card });
    expect(declined).toMatchObject({ status: 402, body: { allowedActions: ['retry_same_card', 'use_another_card'] } });
    const first = await read(id);
    expect(first).toMatchObject({ status: 'Aguardando pagamento', invoice_id: expect.any(Number) });
    charge.peers.gateway.cardMood = 'approve';
    await charge.pay(id, token, { card });

    const paid = await read(id);
    expect(paid).toMatchObject({ status: 'Pago' });
    expect(paid['invoice_id']).not.toBe(first['invoice_id']);
  });

  it('tells the gateway that the payer has agreed to have the card saved', async () => {
    const { id, token } = await make();
    await charge.pay(id, token, { card, saveCard: true });

    expect(sold().at(-1)).toMatchObject({ saveCard: true });
  });

  it('is paid by no code', async () => {
    const { id, token } = await make();
    const body = { paymentMethod: 'PIX' };
    const answer = await charge.call('POST', `/checkout/${id}/attempts`, {
      body,
      headers: { 'x-checkout-token': token },
    });

    expect([answer.status, answer.body['code']]).toEqual([409, 'charge.method_not_offered']);
  });

  it.each([
    [{ ...order, card: { number: approvedNumber } }],
    [{ ...order, description: `pay with ${approvedNumber}` }],
    [{ ...order, cvv: '123' }],
  ])('takes no card itself: %#', async (body) => {
    const { status, body: problem, text } = await create(body);

    expect([status, problem['code']]).toEqual([400, 'request.card_data_refused']);
    expect(text).not.toContain(approvedNumber);
  });

  it.each([
    [{ ...order, amount: 10.005 }, ['amount']],
    [{ ...order, installments: 13 }, ['installments']],
    [{ ...order, expire_at: '2026-11-21T11:59:59Z' }, ['expire_at']],
    [{ ...order, document_client: '529.982.247-24' }, ['document_client']],
    [{}, ['amount']],
  ])('%j is refused, also with a key', async (sent, fields) => {
    const answers = [await create(sent), await create(sent, { 'idempotency-key': randomUUID() })];

    for (const answer of answers) expect([answer.status, faultyFields(answer)]).toEqual([400, fields]);
  });

  it('is found by its merchant alone, and no other charge is found so', async () => {
    const { id } = await make();
    const stranger = await charge.token({ userId: 2_002, scopes });
    const other = String((await charge.create({})).body['id']);

    expect((await call('GET', `/payments/v1/card/${id}`, { token: stranger })).status).toBe(404);
    expect((await call('GET', `/payments/v1/card/${other}`)).status).toBe(404);
  });
});

describe('a saved card', () => {
  const saved = { ...order, installments: 3, card_token: cardToken };

  it('pays at once, without a page', async () => {
    const answer = await create(saved);

    expect(answer.status).toBe(201);
    expect(responseOf(answer)).toMatchObject({
      ...{ amount: 250.5, installments: 3, installments_chosen: 3, status: 'Pago', brand: 'VISA', last4: '0040' },
      ...{ checkout_id: '', checkout_url: '', checkout_token: '', invoice_id: expect.any(Number) },
    });
    expect(sold().at(-1)).toMatchObject({ cardToken, installments: 3 });
    expect(sold().at(-1)).not.toHaveProperty('card');
  });

  it('is charged once under one key', async () => {
    const headers = { 'idempotency-key': 'a-saved-card-key' };
    const first = await create(saved, headers);
    const before = sold().length;

    expect((await create(saved, headers)).text).toBe(first.text);
    expect(sold()).toHaveLength(before);
  });

  it('whose request was cut off is finished by the same request, unchanged', async () => {
    const headers = { 'idempotency-key': 'a-cut-key' };
    const first = await create(saved, headers);
    // As a process leaves it that died between its answer and the caller: nothing kept, the lease over.
    await charge.db.query(
      `update idempotency_keys set status = 'running', response_status = null, response_body = null,
              lease_until = '2020-01-01' where key = $1`,
      ['a-cut-key'],
    );
    const before = sold().length;

    expect(responseOf(await create(saved, headers))).toMatchObject({ id: responseOf(first)['id'], status: 'Pago' });
    expect(sold()).toHaveLength(before);
  });

  it('that is declined fails its charge, which says why', async () => {
    charge.peers.gateway.cardMood = 'decline';
    const answer = await create(saved);

    expect(answer).toMatchObject({
      status: 402,
      body: {
        ...{ code: 'payment.card_declined', declineCode: 'insufficient_funds', retryable: true },
        ...{ currentStatus: 'FAILED', allowedActions: ['retry_same_card', 'use_another_card'] },
      },
    });
    expect(await read(String(answer.body['chargeId']))).toMatchObject({ status: 'Falhou', checkout_url: '' });
  });

  it('about which the acquirer keeps silent is found out', async () => {
    charge.peers.gateway.cardMood = 'doubt';
    const response = responseOf(await create(saved));
    expect(response['status']).toBe('Confirmando pagamento');
    charge.peers.gateway.cardMood = 'approve';

    charge.clock.advance(60_000);
    await eventuallyHolds(async () => expect(await read(String(response['id']))).toMatchObject({ status: 'Pago' }), {
      timeoutMs: 20_000,
    });
  });

  it('that the acquirer would not take leaves its charge to its payer', async () => {
    charge.peers.gateway.cardMood = 'refuse';

    expect(await create(saved)).toMatchObject({
      status: 502,
      body: { code: 'provider.rejected', currentStatus: 'PENDING', retryable: false },
    });
  });

  it.each([
    ['not_taken', undefined],
    ['issuer_away', 'issuer_unavailable'],
  ] as const)('%s: is tried again by the same request, in the same charge', async (mood, declineCode) => {
    charge.peers.gateway.cardMood = mood;
    const headers = { 'idempotency-key': `trouble-${mood}` };
    const [first, second] = [await create(saved, headers), await create(saved, headers)];
    for (const { status, body } of [first, second]) {
      expect([status, body]).toMatchObject([503, { code: 'provider.unavailable', retryable: true }]);
      expect(body['currentStatus']).toBe('PENDING');
      expect(body['declineCode']).toBe(declineCode);
    }
    charge.peers.gateway.cardMood = 'approve';
    const paid = await create(saved, headers);

    expect(responseOf(paid)).toMatchObject({ id: first.body['chargeId'], status: 'Pago', installments_chosen: 3 });
    expect((await create(saved, headers)).text).toBe(paid.text);
    const attempts = sold().filter(({ chargeId }) => chargeId === first.body['chargeId']);
    expect(attempts.map(({ attemptId }) => attemptId).slice(0, 2)).toEqual([
      first.body['attemptId'],
      second.body['attemptId'],
    ]);
    expect(new Set(attempts.map(({ paymentId }) => paymentId)).size).toBe(3);
  });

  it('that was not charged without a key is left to its payer, at the checkout', async () => {
    charge.peers.gateway.cardMood = 'not_taken';
    const { status, body } = await create(saved);

    expect([status, body]).toMatchObject([503, { retryable: false, currentStatus: 'PENDING' }]);
    const shown = await read(String(body['chargeId']));
    expect(shown).toMatchObject({ status: 'Aguardando pagamento', checkout_id: body['chargeId'] });
    charge.peers.gateway.cardMood = 'approve';
    const card = { number: '4024007100000040', holderName: 'ANA', expirationMonth: 12, expirationYear: 2030 };
    const pay = { card: { ...card, securityCode: '123' }, installments: 1 };
    const token = String(shown['checkout_token']);
    expect((await charge.pay(String(body['chargeId']), token, pay)).body).toMatchObject({ status: 'PAID' });
    expect(await read(String(body['chargeId']))).toMatchObject({ status: 'Pago', checkout_url: '' });
  });

  it('of another merchant and an unknown one are refused in the same words, and nothing is made', async () => {
    const stranger = await charge.token({ userId: 2_002, scopes });
    const before = sold().length;
    const answers = [
      await call('POST', '/payments/v1/card', { body: saved, token: stranger }),
      await create({ ...saved, card_token: 'card_01KAJ2E8V4N7Q0S6T3W9X5Y1Z3' }),
    ];

    for (const answer of answers) {
      expect([answer.status, faultyFields(answer), answer.body['detail']]).toEqual([
        400,
        ['card_token'],
        answers[0]?.body['detail'],
      ]);
    }
    expect(sold()).toHaveLength(before);
  });

  it('pays no installments under five reais', async () => {
    expect(faultyFields(await create({ amount: 12, installments: 3, card_token: cardToken }))).toEqual([
      'installments',
    ]);
  });
});
