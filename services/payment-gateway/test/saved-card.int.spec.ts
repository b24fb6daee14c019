import { type FakeClock, fakeClock } from '@repasse/chassis/testing/clock';
import { eventually } from '@repasse/chassis/testing/eventually';
import { type CardWorld, deniedNumber, openCardWorld, saveCard, sales } from './support/saved-cards';

let clock: FakeClock;
let world: CardWorld;

beforeAll(async () => {
  clock = fakeClock('2026-11-21T15:00:00.000Z');
  world = await openCardWorld({ clock });
});
afterAll(() => world.stop());

const otherMerchant = 2_002;
const sold = (): readonly unknown[] => sales(world);
const savedBy = (paymentId: string) =>
  world.gateway.db.query('select * from saved_cards where payment_id = $1', [paymentId]);
const saveOne = async (): Promise<string> => (await saveCard(world)).cardToken;

describe('a card', () => {
  it('is saved when its payer says so and it has paid, under a name of ours', async () => {
    const paid = await world.pay({ saveCard: true });

    expect([paid.status, paid.body['status']]).toEqual([200, 'RECEIVED']);
    const [row] = await savedBy(paid.paymentId);
    expect(row).toMatchObject({
      card_token: expect.stringMatching(/^card_[0-9A-Z]{26}$/),
      user_id: 1_001,
      provider: 'CIELO',
      brand: 'VISA',
      last4: '0040',
      expiration_month: 12,
      expiration_year: 2035,
    });
    expect(paid.text).not.toContain((row as { card_token: string }).card_token);
  });

  it('is not saved without the payer’s consent', async () => {
    const { paymentId } = await world.pay();

    expect(await savedBy(paymentId)).toEqual([]);
    expect(sold().at(-1)).toMatchObject({ Payment: { CreditCard: { SaveCard: false } } });
  });

  it('is not saved when it was declined, nor while the outcome is unknown', async () => {
    const declined = await world.pay({ number: deniedNumber, saveCard: true });
    world.acquirer.next('sell', { kind: 'cut', isDone: true });
    const unknown = await world.pay({ saveCard: true });
    expect(sold().at(-1)).toMatchObject({ Payment: { CreditCard: { SaveCard: true } } });

    expect(await savedBy(declined.paymentId)).toEqual([]);
    expect(await savedBy(unknown.paymentId)).toEqual([]);
  });
});

describe('a saved card', () => {
  it('is known to the services that ask for it', async () => {
    const cardToken = await saveOne();
    const find = (token: string, userId: number) => world.askInside(`/internal/saved-cards/${token}?userId=${userId}`);

    expect((await find(cardToken, 1_001)).body).toEqual({ brand: 'VISA', last4: '0040' });
    expect((await find(cardToken, otherMerchant)).body['code']).toBe('payment.saved_card_not_found');
    expect((await find('no-card', 1_001)).status).toBe(404);
  });

  it('pays as a card does, without its number', async () => {
    const cardToken = await saveOne();
    const { status, body, paymentId } = await world.pay({ cardToken });

    expect([status, body['status']]).toEqual([200, 'RECEIVED']);
    const sale = sold().at(-1) as { Payment: { CreditCard: object } };
    expect(sale).toMatchObject({ Payment: { Amount: 10_000, Installments: 2 } });
    expect(sale.Payment.CreditCard).toEqual({ CardToken: expect.stringMatching(/^[0-9a-f-]{36}$/), Brand: 'Visa' });
    await world.gateway.expectPublished(paymentId, ['requested', 'offered', 'received']);
  });

  it('is charged once, however often the payment is asked for, also after it was erased', async () => {
    const cardToken = await saveOne();
    const { paymentId } = await world.pay({ cardToken });
    const before = sold().length;

    expect((await world.pay({ cardToken, paymentId })).body['status']).toBe('RECEIVED');
    await world.gateway.db.query('delete from saved_cards where card_token = $1', [cardToken]);
    expect((await world.pay({ cardToken, paymentId })).body['status']).toBe('RECEIVED');
    expect(sold()).toHaveLength(before);
  });

  it('that is declined is published with the reason', async () => {
    const cardToken = await saveOne();
    world.acquirer.changeNext('sell', { Status: 3, ReturnCode: '51', CapturedAmount: undefined });

    expect((await world.pay({ cardToken })).body).toMatchObject({
      status: 'FAILED',
      decline: { declineCode: 'insufficient_funds', isRetryable: true },
    });
  });

  it('that the acquirer has no more is declined', async () => {
    const cardToken = await saveOne();
    const refusal = [{ Code: 130, Message: 'Could not get Credit Card' }];
    world.acquirer.next('sell', { kind: 'answer', status: 400, body: refusal, isDone: false });

    expect((await world.pay({ cardToken })).body).toMatchObject({
      decline: { declineCode: 'invalid_card', isRetryable: false },
    });
  });

  it('about which the acquirer keeps silent is found out, and not sent again', async () => {
    const cardToken = await saveOne();
    const before = sold().length;
    world.acquirer.next('sell', { kind: 'cut', isDone: true });
    for (let look = 1; look <= 2; look += 1) world.acquirer.next('find', { kind: 'cut', isDone: false });

    const { body, paymentId } = await world.pay({ cardToken });
    expect(body['status']).toBe('UNKNOWN');

    await eventually(async () => {
      clock.advance(30_000);
      const types = (await world.gateway.published(paymentId)).map(({ type }) => type);
      return types.includes('repasse.payment.received.v1');
    });
    expect(sold()).toHaveLength(before + 1);
  });

  it('of another merchant and an unknown one pay nothing', async () => {
    const cardToken = await saveOne();
    const before = sold().length;
    const answers = [
      await world.pay({ cardToken, userId: otherMerchant }),
      await world.pay({ cardToken: 'card_01KAJ2E8V4N7Q0S6T3W9X5Y1Z2' }),
    ];

    for (const { status, body } of answers) {
      expect([status, body['code']]).toEqual([404, 'payment.saved_card_not_found']);
    }
    expect(sold()).toHaveLength(before);
  });
});

describe('without a key to seal with', () => {
  it('the acquirer is not asked to keep a card, and none is charged by a token', async () => {
    const keyless = await openCardWorld({}, { KEY_ENCRYPTION_KEYS: '' });
    try {
      const paid = await keyless.pay({ saveCard: true });
      const refused = await keyless.pay({ cardToken: 'card_01KAJ2E8V4N7Q0S6T3W9X5Y1Z2' });

      expect(paid.body['status']).toBe('RECEIVED');
      const [sale] = keyless.acquirer.questions;
      expect(sale?.body).toMatchObject({ Payment: { CreditCard: { SaveCard: false } } });
      expect(refused.status).toBe(404);
    } finally {
      await keyless.stop();
    }
  });
});
