import { atSeconds, facts, knownAfter, now, offer, receipt, refund, terms } from '../../test/support/payments';
import { type PaymentEvent } from '../domain/payment-events';
import { type PaymentFacts } from '../domain/payment';
import { type Checkout } from '../store/checkouts';
import { checkoutStateOf, triesMax } from './checkout-state-of';

const own: PaymentFacts = { ...facts, chargeId: null, attemptId: null };
const byCard: PaymentFacts = { ...own, paymentMethod: 'CREDIT_CARD' };
const checkout: Checkout = {
  checkoutId: 'chk_1',
  number: 1,
  tokenHash: null,
  installmentsMax: null,
  paymentId: facts.paymentId,
  ...{ name: 'Ana Lima', email: 'ana@example.com', document: '52998224725' },
};
const later = atSeconds(2 * 24 * 3_600);

const requested = (data: PaymentFacts): PaymentEvent => ({
  type: 'PaymentRequested',
  data: { ...data, ...terms, requestedAt: now },
});
const offered: PaymentEvent = {
  type: 'PaymentOffered',
  data: { ...own, ...offer, expiresAt: terms.expiresAt, offeredAt: now },
};
const presented: PaymentEvent = {
  type: 'CardPresented',
  data: { ...byCard, installments: 2, card: { brand: 'VISA', last4: '0040' }, presentedAt: now },
};
const failed = (decline: object | null): PaymentEvent => ({
  type: 'PaymentFailed',
  data: {
    ...byCard,
    reason: decline === null ? 'PROVIDER_ERROR' : 'DECLINED',
    detail: 'no',
    decline: decline === null ? null : { declineCode: 'insufficient_funds', isRetryable: true },
    failedAt: now,
  },
});
const received = (data: PaymentFacts): PaymentEvent => ({
  type: 'PaymentReceived',
  data: { ...data, receipt: receipt(), recordedAt: now },
});
const refunded = (amountMinor: number): PaymentEvent => ({
  type: 'RefundSettled',
  data: {
    ...own,
    refund: { ...refund, amountMinor },
    providerReference: 'D1',
    settledAt: now,
    recordedAt: now,
  },
});

const stateOf = (history: readonly PaymentEvent[], at = now, other: Partial<Checkout> = {}) =>
  checkoutStateOf({ ...checkout, ...other }, knownAfter(...history), at);

describe('a payment as its payer sees it', () => {
  it.each<[string, readonly PaymentEvent[], string, string]>([
    ['by PIX, asked for', [requested(own)], now, 'PENDING'],
    ['by PIX, offered', [requested(own), offered], now, 'PENDING'],
    ['by PIX, paid', [requested(own), offered, received(own)], now, 'PAID'],
    ['by PIX, given back in part', [requested(own), offered, received(own), refunded(3_000)], now, 'PAID'],
    ['by PIX, given back', [requested(own), offered, received(own), refunded(10_000)], now, 'REFUNDED'],
    ['by card, waiting', [requested(byCard)], now, 'PENDING'],
    ['by card, waiting too long', [requested(byCard)], later, 'EXPIRED'],
    ['by card, sent', [requested(byCard), presented], now, 'PROCESSING'],
    ['by card, declined', [requested(byCard), presented, failed({})], now, 'PENDING'],
    ['by card, declined, too late for another', [requested(byCard), presented, failed({})], later, 'EXPIRED'],
    ['by card, paid', [requested(byCard), presented, received(byCard)], now, 'PAID'],
  ])('%s', (_, history, at, status) => {
    expect(stateOf(history, at).status).toBe(status);
  });

  it('fails after as many cards as one checkout takes', () => {
    const history = [requested(byCard), presented, failed({})];

    expect(stateOf(history, now, { number: triesMax - 1 }).status).toBe('PENDING');
    expect(stateOf(history, now, { number: triesMax }).status).toBe('FAILED');
  });

  it.each(['name', 'email', 'document'] as const)('has no code while the %s of the payer is not known', (field) => {
    const history = [requested(own), offered];

    expect(stateOf(history).pix).toMatchObject({ emv: expect.any(String) });
    expect(stateOf(history, now, { [field]: null })).toMatchObject({ isPayerNeeded: true, pix: null });
  });

  it('tells of a card why it was declined, and nothing of the payer', () => {
    const state = stateOf([requested(byCard), presented, failed({})]);

    expect(state.card).toEqual({
      brand: 'VISA',
      last4: '0040',
      status: 'FAILED',
      installments: 2,
      declineCode: 'insufficient_funds',
      isRetryable: true,
    });
    expect(JSON.stringify(state)).not.toMatch(/Ana|ana@|52998224725/);
    expect(stateOf([requested(byCard), presented, failed(null)]).card).toMatchObject({ declineCode: null });
  });
});
