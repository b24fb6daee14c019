import { type FakeClock, fakeClock } from '@repasse/chassis/testing/clock';
import { eventually } from '@repasse/chassis/testing/eventually';
import { approvedNumber } from './support/card-payments';
import { openCheckouts, type CheckoutWorld, deniedNumber, goodCard } from './support/checkouts';
import { newRequest } from './support/gateway';
import { merchantId } from './support/merchant';

let clock: FakeClock;
let world: CheckoutWorld;

beforeAll(async () => {
  clock = fakeClock('2026-11-21T15:00:00.000Z');
  world = await openCheckouts({ clock });
});
afterAll(() => world.stop());

const order = { amount: 250.5, installments: 6, external_reference: 'order-42', description: 'Pedido 42' };

describe('a card payment without a charge', () => {
  it('is answered with a checkout, and is an invoice that waits', async () => {
    const { status, body, made } = await world.createCard({
      ...order,
      redirect_url: 'https://merchant.example/thanks',
    });

    expect([status, body['status'], body['code']]).toEqual([201, 201, 'card_payment_created']);
    expect(made).toEqual({
      id: expect.any(Number),
      id_transaction: expect.stringMatching(/^pay_/),
      amount: 250.5,
      installments: 6,
      external_reference: 'order-42',
      description: 'Pedido 42',
      redirect_url: 'https://merchant.example/thanks',
      status: 'Aguardando pagamento',
      checkout_id: expect.stringMatching(/^chk_[0-9A-Z]{26}$/),
      checkout_url: `https://pay.example/payments/checkout/${made.checkout_id}?token=${made.checkout_token}`,
      checkout_token: expect.stringMatching(/^[\w-]{43}$/),
      expire_at: '2026-11-22T12:00:00.000-03:00',
      createdAt: '2026-11-21T12:00:00.000-03:00',
      updatedAt: '2026-11-21T12:00:00.000-03:00',
    });
    const [requested] = await world.gateway.expectPublished(made.id_transaction, ['requested']);
    expect(requested?.data).toMatchObject({ chargeId: null, paymentMethod: 'CREDIT_CARD', amountMinor: 25_050 });
    expect(requested?.data).not.toHaveProperty('installments');
  });

  it('is made once under one key, with the same token', async () => {
    const headers = { 'idempotency-key': 'a-card-key' };
    const first = await world.createCard(order, headers);
    const again = await world.createCard(order, headers);

    expect(again.body).toEqual(first.body);
    expect((await world.createCard({ ...order, amount: 1 }, headers)).status).toBe(422);
  });

  it.each([
    [{ ...order, card: { number: approvedNumber } }],
    [{ ...order, description: `pay with ${approvedNumber}` }],
    [{ ...order, cvv: '123' }],
    [{ ...order, [approvedNumber]: true }],
  ])('takes no card: %#', async (body) => {
    const { status, body: problem, text } = await world.createCard(body);

    expect([status, problem['code']]).toEqual([400, 'payment.card_not_accepted_here']);
    expect(text).not.toContain(approvedNumber);
  });

  it.each([
    [{ ...order, amount: 10.005 }, 400, 'request.invalid'],
    [{ ...order, installments: 13 }, 400, 'request.invalid'],
    [{ ...order, expire_at: '2026-11-21T14:59:59Z' }, 400, 'request.invalid'],
    [{ ...order, document_client: '529.982.247-24' }, 400, 'request.invalid'],
    [{}, 400, 'request.invalid'],
  ])('%j is refused with %i', async (sent, status, code) => {
    const answer = await world.createCard(sent);

    expect([answer.status, answer.body['code']]).toEqual([status, code]);
  });

  it('needs the right scope', async () => {
    expect((await world.createCard(order, {}, ['payments:read'])).status).toBe(403);
  });
});

describe('its payer', () => {
  it('pays, in parts', async () => {
    const { made } = await world.createCard(order);
    expect(await world.state(made)).toMatchObject({ status: 'PENDING', amount: '250.50', card: null, pix: null });

    const answer = await world.pay(made, { card: goodCard(), installments: 3 });

    expect([answer.status, answer.body['status']]).toEqual([200, 'PAID']);
    expect(answer.body['card']).toMatchObject({ status: 'PAID', last4: approvedNumber.slice(-4), installments: 3 });
    const events = await world.gateway.expectPublished(made.id_transaction, ['requested', 'offered', 'received']);
    expect(events[2]?.data).toMatchObject({ installments: 3, chargeId: null, expectedAmountMinor: 25_050 });
  });

  it('tries another card after one that was declined, under an invoice of its own', async () => {
    const { made } = await world.createCard(order);

    const declined = await world.pay(made, { card: goodCard(deniedNumber) });
    expect([declined.status, declined.body['code']]).toEqual([402, 'checkout.card_declined']);
    expect(declined.body).toMatchObject({ allowedActions: expect.arrayContaining(['use_another_card']) });
    expect(declined.text).not.toContain(deniedNumber);
    const between = await world.state(made);
    expect(between).toMatchObject({ status: 'PENDING', invoiceId: made.id, card: { status: 'FAILED' } });

    const paid = await world.pay(made, { card: goodCard() });
    expect([paid.status, paid.body['status']]).toEqual([200, 'PAID']);
    expect(paid.body['invoiceId']).not.toBe(made.id);
    await world.gateway.expectPublished(made.id_transaction, ['requested', 'failed']);
    expect((await world.pay(made, { card: goodCard() })).body).toMatchObject({
      code: 'checkout.not_payable',
      currentStatus: 'PAID',
    });
  });

  it.each([0, 1])('pays once, however many ask at the same moment after %i declined cards', async (declined) => {
    const { made } = await world.createCard(order);
    for (let card = 1; card <= declined; card += 1) await world.pay(made, { card: goodCard(deniedNumber) });
    const sold = () => world.acquirer.asked().filter((operation) => operation === 'sell').length;
    const before = sold();

    const answers = await Promise.all(Array.from({ length: 5 }, () => world.pay(made, { card: goodCard() })));

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
    expect(sold()).toBe(before + 1);
  });

  it('waits while the acquirer keeps silent, and sends no second card', async () => {
    const { made } = await world.createCard(order);
    world.acquirer.next('sell', { kind: 'cut', isDone: true });
    for (let look = 1; look <= 3; look += 1) world.acquirer.next('find', { kind: 'cut', isDone: false });

    const doubtful = await world.pay(made, { card: goodCard() });
    expect([doubtful.status, doubtful.body['status']]).toEqual([200, 'PROCESSING']);
    expect((await world.pay(made, { card: goodCard() })).body['code']).toBe('checkout.payment_in_progress');

    await eventually(async () => {
      clock.advance(30_000);
      return (await world.state(made))['status'] === 'PAID';
    });
  });

  it('is stopped after ten cards', async () => {
    const { made } = await world.createCard(order);
    for (let card = 1; card <= 10; card += 1) {
      expect((await world.pay(made, { card: goodCard(deniedNumber) })).status).toBe(402);
    }

    expect((await world.pay(made, { card: goodCard() })).body['code']).toBe('checkout.tries_exhausted');
    expect(await world.state(made)).toMatchObject({ status: 'FAILED' });
  });

  it.each([
    [{ card: goodCard('4024007100000041') }, ['card.number']],
    [{ card: { ...goodCard(), expirationYear: 2025 } }, ['card.expirationMonth']],
    [{ card: { ...goodCard(), securityCode: '1234' } }, ['card.securityCode']],
    [{ card: goodCard(), installments: 7 }, ['installments']],
  ])('is told what is wrong with the card, and uses up no try: %#', async (sent, fields) => {
    const { made } = await world.createCard(order);
    const { status, body } = await world.pay(made, sent);

    expect(status).toBe(400);
    expect((body['errors'] as { field: string }[]).map(({ field }) => field)).toEqual(fields);
    expect(await world.state(made)).toMatchObject({ status: 'PENDING', card: null });
  });

  it('has card data taken in its own place only', async () => {
    const { made } = await world.createCard(order);
    const { status, body, text } = await world.pay(made, { card: goodCard(), payer: { name: approvedNumber } });

    expect([status, body['code']]).toEqual([400, 'payment.card_not_accepted_here']);
    expect(text).not.toContain(approvedNumber);
  });

  it('pays no installments under five reais', async () => {
    const { made } = await world.createCard({ amount: 12, installments: 12 });

    expect((await world.pay(made, { card: goodCard(), installments: 3 })).status).toBe(400);
    expect((await world.pay(made, { card: goodCard(), installments: 2 })).status).toBe(200);
  });

  it('is turned away without the token, or with one of another checkout', async () => {
    const [{ made }, { made: other }] = [await world.createCard(order), await world.createCard(order)];
    for (const checkout_token of ['', 'forged', other.checkout_token]) {
      const forged = { ...made, checkout_token };
      expect((await world.pay(forged, { card: goodCard() })).body['code']).toBe('auth.checkout_token_invalid');
      expect((await world.get(forged, 'state')).status).toBe(401);
    }
    expect((await world.get({ ...made, checkout_id: `chk_${'0'.repeat(26)}` }, 'state')).status).toBe(404);
  });

  it('finds no token in the database, only its hash', async () => {
    const { made } = await world.createCard(order);
    const rows = await world.gateway.db.query('select token_hash from checkouts where checkout_id = $1', [
      made.checkout_id,
    ]);

    expect(rows).toEqual([{ token_hash: expect.stringMatching(/^[0-9a-f]{64}$/) }]);
    expect(JSON.stringify(rows)).not.toContain(made.checkout_token);
  });
});

describe('reading a card payment', () => {
  const read = async (id: number) => (await world.read({ id })).body['response'] as Record<string, unknown>;

  it('tells all that was told when it was made, but nothing that opens the checkout', async () => {
    const { made } = await world.createCard(order);
    const { checkout_token, checkout_url, ...rest } = made;
    const { status, body, text } = await world.read(made);

    const nothingYet = { installments_chosen: null, brand: '', last4: '', card_token: '', latest_id: made.id };
    expect([status, body]).toEqual([200, { status: 200, code: 'payment_found', response: { ...rest, ...nothingYet } }]);
    expect(checkout_url).toContain(checkout_token);
    expect(text).not.toContain(checkout_token);
  });

  it('tells how it was paid', async () => {
    const { made } = await world.createCard(order);
    await world.pay(made, { card: goodCard(), installments: 3 });

    expect(await read(made.id)).toMatchObject({
      status: 'Pago',
      installments: 6,
      installments_chosen: 3,
      brand: 'VISA',
      last4: approvedNumber.slice(-4),
      latest_id: made.id,
    });
  });

  it('of a declined card leads to the one that was paid', async () => {
    const { made } = await world.createCard(order);
    await world.pay(made, { card: goodCard(deniedNumber), installments: 2 });
    expect(await read(made.id)).toMatchObject({ status: 'Falhou', installments_chosen: 2, latest_id: made.id });
    const paid = await world.pay(made, { card: goodCard() });

    const latestId = paid.body['invoiceId'] as number;
    expect(await read(made.id)).toMatchObject({ status: 'Falhou', last4: deniedNumber.slice(-4), latest_id: latestId });
    expect(await read(latestId)).toMatchObject({
      id: latestId,
      status: 'Pago',
      installments: 6,
      external_reference: 'order-42',
      last4: approvedNumber.slice(-4),
      latest_id: latestId,
    });
  });

  it('finds neither another merchant’s nor one of a charge', async () => {
    const { made } = await world.createCard(order);
    const ofCharge = await world.payByCard({ body: newRequest({ userId: merchantId }).body });

    expect(await world.read(made, 2_002)).toMatchObject({ status: 404, body: { code: 'payment.not_found' } });
    expect((await world.read({ id: Number(ofCharge.body['invoiceId']) })).status).toBe(404);
  });
});

describe('one that nobody pays', () => {
  it('asks the acquirer nothing, and expires by itself', async () => {
    const { made } = await world.createCard({ ...order, expire_at: new Date(clock.now().getTime() + 600_000) });
    const asked = world.acquirer.questions.length;
    clock.advance(599_000);
    expect(await world.state(made)).toMatchObject({ status: 'PENDING' });
    clock.advance(2_000);
    expect((await world.pay(made, { card: goodCard() })).body['code']).toBe('checkout.not_payable');
    clock.advance(60_000);

    await world.gateway.expectPublished(made.id_transaction, ['requested', 'expired']);
    expect(await world.state(made)).toMatchObject({ status: 'EXPIRED' });
    expect(world.acquirer.questions).toHaveLength(asked);
  });
});
