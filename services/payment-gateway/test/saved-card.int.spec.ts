import { type FakeClock, fakeClock } from '@repasse/chassis/testing/clock';
import { eventually } from '@repasse/chassis/testing/eventually';
import { type CheckoutWorld, deniedNumber, goodCard, openCheckouts } from './support/checkouts';
import { cardTokenOf as tokenOf, saveCard, sales } from './support/saved-cards';

let clock: FakeClock;
let world: CheckoutWorld;

beforeAll(async () => {
  clock = fakeClock('2026-11-21T15:00:00.000Z');
  world = await openCheckouts({ clock });
});
afterAll(() => world.stop());

const order = { amount: 250.5, installments: 6, external_reference: 'order-42', description: 'Pedido 42' };
const otherMerchant = 2_002;

interface SavedRow {
  readonly card_token: string;
  readonly payment_id: string;
}

const savedBy = (paymentId: string): Promise<SavedRow[]> =>
  world.gateway.db.query<SavedRow>('select * from saved_cards where payment_id = $1', [paymentId]);

const saveOne = async (): Promise<string> => (await saveCard(world, order)).cardToken;
const cardTokenOf = (id: number): Promise<string> => tokenOf(world, id);
const sold = (): readonly unknown[] => sales(world);
const faultyFields = (body: Record<string, unknown>) =>
  (body['errors'] as { field: string }[]).map(({ field }) => field);

describe('a card at the checkout', () => {
  it('is saved when its payer says so and it has paid, under a name of ours', async () => {
    const { made } = await world.createCard(order);
    const paid = await world.pay(made, { card: goodCard(), saveCard: true });

    expect([paid.status, paid.body['status']]).toEqual([200, 'PAID']);
    const [row] = await savedBy(made.id_transaction);
    expect(row).toMatchObject({
      card_token: expect.stringMatching(/^card_[0-9A-Z]{26}$/),
      user_id: 1_001,
      provider: 'CIELO',
      brand: 'VISA',
      last4: '0040',
      expiration_month: 12,
      expiration_year: 2035,
    });
    expect(await cardTokenOf(made.id)).toBe(row?.card_token);
    expect(paid.text).not.toContain(row?.card_token);
    expect(JSON.stringify(await world.state(made))).not.toContain(row?.card_token);
  });

  it('is not saved by a payer who has not said so', async () => {
    const { made } = await world.createCard(order);
    await world.pay(made, { card: goodCard() });

    expect(await savedBy(made.id_transaction)).toEqual([]);
    expect(await cardTokenOf(made.id)).toBe('');
    expect(sold().at(-1)).toMatchObject({ Payment: { CreditCard: { SaveCard: false } } });
  });

  it('is not saved when it was declined, nor while nobody knows', async () => {
    const { made } = await world.createCard(order);
    await world.pay(made, { card: goodCard(deniedNumber), saveCard: true });
    const { made: other } = await world.createCard(order);
    world.acquirer.next('sell', { kind: 'cut', isDone: true });
    await world.pay(other, { card: goodCard(), saveCard: true });
    expect(sold().at(-1)).toMatchObject({ Payment: { CreditCard: { SaveCard: true } } });

    expect(await savedBy(made.id_transaction)).toEqual([]);
    expect(await savedBy(other.id_transaction)).toEqual([]);
  });
});

describe('a saved card', () => {
  it('is read with the payment of the card that was accepted, after one that was declined', async () => {
    const { made } = await world.createCard(order);
    await world.pay(made, { card: goodCard(deniedNumber), saveCard: true });
    const { body } = await world.pay(made, { card: goodCard(), saveCard: true });

    expect(await cardTokenOf(made.id)).toBe('');
    expect(await cardTokenOf(Number(body['invoiceId']))).toMatch(/^card_/);
  });

  it('pays at once, without a page', async () => {
    const card_token = await saveOne();
    const { status, body, made } = await world.createCard({ ...order, installments: 3, card_token });

    expect([status, body['code']]).toEqual([201, 'card_payment_created']);
    expect(made).toMatchObject({
      amount: 250.5,
      installments: 3,
      status: 'Pago',
      checkout_id: '',
      checkout_url: '',
      checkout_token: '',
    });
    const sale = sold().at(-1) as { Payment: { CreditCard: object } };
    expect(sale).toMatchObject({ Payment: { Amount: 25_050, Installments: 3 } });
    expect(sale.Payment.CreditCard).toEqual({ CardToken: expect.stringMatching(/^[0-9a-f-]{36}$/), Brand: 'Visa' });
    const events = await world.gateway.expectPublished(made.id_transaction, ['requested', 'offered', 'received']);
    expect(events[2]?.data).toMatchObject({ installments: 3, chargeId: null, expectedAmountMinor: 25_050 });
  });

  it('is charged once under one key', async () => {
    const body = { ...order, card_token: await saveOne() };
    const headers = { 'idempotency-key': 'a-saved-card-key' };
    const first = await world.createCard(body, headers);
    const before = sold().length;

    expect((await world.createCard(body, headers)).body).toEqual(first.body);
    expect(sold()).toHaveLength(before);
  });

  it('is charged once, also when the first request was cut off before it answered', async () => {
    const body = { ...order, card_token: await saveOne() };
    const headers = { 'idempotency-key': 'another-saved-card-key' };
    const first = await world.createCard(body, headers);
    const before = sold().length;
    // As a process leaves it that was cut off between its answer and the caller: nothing kept, the lease over.
    await world.gateway.db.query(
      `update idempotency_keys set status = 'running', response_status = null, response_body = null,
              lease_until = '2020-01-01' where key = $1`,
      [headers['idempotency-key']],
    );

    const again = await world.createCard(body, headers);

    expect(again.made).toMatchObject({ id: first.made.id, id_transaction: first.made.id_transaction, status: 'Pago' });
    expect(sold()).toHaveLength(before);
  });

  it('that is declined is told with why, and the payment has failed', async () => {
    const card_token = await saveOne();
    world.acquirer.books.nextSale({ status: 3, returnCode: '51', captured: 0 });
    const { status, body } = await world.createCard({ ...order, card_token });

    expect([status, body['code']]).toEqual([402, 'payment.card_declined']);
    expect(body).toMatchObject({ declineCode: 'insufficient_funds', retryable: true, currentStatus: 'FAILED' });
    expect(body['invoiceId']).toEqual(expect.any(Number));
  });

  it('that the acquirer has no more is declined', async () => {
    const card_token = await saveOne();
    const refusal = [{ Code: 130, Message: 'Could not get Credit Card' }];
    world.acquirer.next('sell', { kind: 'answer', status: 400, body: refusal, isDone: false });

    expect((await world.createCard({ ...order, card_token })).body).toMatchObject({
      code: 'payment.card_declined',
      declineCode: 'invalid_card',
      retryable: false,
    });
  });

  it('about which the acquirer keeps silent is found out, and not sent again', async () => {
    const card_token = await saveOne();
    const before = sold().length;
    world.acquirer.next('sell', { kind: 'cut', isDone: true });
    for (let look = 1; look <= 2; look += 1) world.acquirer.next('find', { kind: 'cut', isDone: false });

    const { status, made } = await world.createCard({ ...order, card_token });
    expect([status, made.status]).toEqual([201, 'Confirmando pagamento']);

    await eventually(async () => {
      clock.advance(30_000);
      const types = (await world.gateway.published(made.id_transaction)).map(({ type }) => type);
      return types.includes('repasse.payment.received.v1');
    });
    expect(sold()).toHaveLength(before + 1);
  });

  it('of another merchant, one that nobody has, and one whose row was erased are refused in the same words', async () => {
    const card_token = await saveOne();
    const erased = await saveOne();
    await world.gateway.db.query('delete from saved_cards where card_token = $1', [erased]);
    const before = sold().length;
    const answers = [
      await world.createCard({ ...order, card_token }, {}, undefined, otherMerchant),
      await world.createCard({ ...order, card_token: 'card_01KAJ2E8V4N7Q0S6T3W9X5Y1Z2' }),
      await world.createCard({ ...order, card_token: erased }),
    ];

    for (const { status, body } of answers) {
      expect([status, body['code'], faultyFields(body)]).toEqual([400, 'request.invalid', ['card_token']]);
      expect(body['detail']).toBe(answers[0]?.body['detail']);
    }
    expect(sold()).toHaveLength(before);
  });

  it('pays no installments under five reais', async () => {
    const card_token = await saveOne();
    const { status, body } = await world.createCard({ amount: 12, installments: 3, card_token });

    expect([status, faultyFields(body)]).toEqual([400, ['installments']]);
  });
});

describe('without a key to seal with', () => {
  it('the acquirer is not asked to keep a card, and none is charged by a token', async () => {
    const keyless = await openCheckouts({}, { KEY_ENCRYPTION_KEY: '' });
    try {
      const { made } = await keyless.createCard({ amount: 50 });
      const paid = await keyless.pay(made, { card: goodCard(), saveCard: true });
      const refused = await keyless.createCard({ amount: 50, card_token: 'card_01KAJ2E8V4N7Q0S6T3W9X5Y1Z2' });

      expect(paid.body['status']).toBe('PAID');
      const [sale] = keyless.acquirer.questions;
      expect(sale?.body).toMatchObject({ Payment: { CreditCard: { SaveCard: false } } });
      expect(refused.status).toBe(400);
    } finally {
      await keyless.stop();
    }
  });
});
