import { Unreadable } from '../wire/schema';
import { facts, quote } from '../../../test/support/international';
import { declineOf } from './decline-words';
import { readOrder, readOrderIds, receiptsOfOrder } from './order';

const order = {
  id: '0198c0de-0000-7000-8000-000000000001',
  token: '0198c0de-0000-7000-8000-00000000000a',
  type: 'payment',
  state: 'completed',
  created_at: '2026-02-03T18:00:00Z',
  updated_at: '2026-02-03T18:05:00.123456Z',
  amount: 1_909,
  currency: 'USD',
  merchant_order_data: { reference: facts.paymentId },
  payments: [
    { id: 'b', state: 'captured', updated_at: '2026-02-03T18:04:00Z' },
    { id: 'a', state: 'declined', decline_reason: 'expired_card', updated_at: '2026-02-03T18:02:00Z' },
  ],
};

describe('reading an order', () => {
  it('takes the fields we use, and sorts the tries', () => {
    expect(readOrder(order)).toEqual({
      orderId: order.id,
      type: 'payment',
      state: 'completed',
      amount: 1_909,
      currency: 'USD',
      token: order.token,
      reference: facts.paymentId,
      relatedOrderId: undefined,
      createdAt: '2026-02-03T18:00:00.000Z',
      updatedAt: '2026-02-03T18:05:00.123Z',
      tries: [
        { state: 'declined', declineReason: 'expired_card', updatedAt: '2026-02-03T18:02:00.000Z' },
        { state: 'paid', declineReason: undefined, updatedAt: '2026-02-03T18:04:00.000Z' },
      ],
    });
  });

  it.each([
    ['authentication_challenge', 'open'],
    ['authorisation_started', 'open'],
    ['soft_declined', 'open'],
    ['something_new', 'open'],
    ['completed', 'paid'],
    ['failed', 'declined'],
  ])('sorts a try that is %s as %s', (state, sorted) => {
    expect(readOrder({ ...order, payments: [{ state }] }).tries).toMatchObject([{ state: sorted }]);
  });

  it.each([
    ['nothing', null],
    ['a list', []],
    ['an order without an id', { ...order, id: undefined }],
    ['an amount with decimals', { ...order, amount: 19.09 }],
    ['an amount that is text', { ...order, amount: '1909' }],
    ['a time that is none', { ...order, created_at: 'yesterday' }],
  ])('refuses %s rather than guess', (_, body) => {
    expect(() => readOrder(body)).toThrow(Unreadable);
  });

  it('takes the ids from a list', () => {
    expect(readOrderIds({ orders: [{ id: 'a' }, { id: 'b', state: 'pending' }] })).toEqual(['a', 'b']);
    expect(() => readOrderIds([])).toThrow(Unreadable);
  });
});

describe('the money of an order', () => {
  it('is the whole BRL amount, received when it was captured', () => {
    expect(receiptsOfOrder(readOrder(order), facts)).toEqual([
      { providerReference: order.id, amountMinor: 10_000, receivedAt: '2026-02-03T18:04:00.000Z' },
    ]);
  });

  it('is a part of it in proportion when the order’s amount was changed', () => {
    expect(receiptsOfOrder(readOrder({ ...order, amount: 1_000 }), facts)).toMatchObject([{ amountMinor: 5_238 }]);
  });

  it('is none before the order is completed, or without a quote', () => {
    expect(receiptsOfOrder(readOrder({ ...order, state: 'authorised' }), facts)).toEqual([]);
    expect(receiptsOfOrder(readOrder(order), { ...facts, fx: null })).toEqual([]);
    expect(quote.finalAmountMinor).toBe(order.amount);
  });
});

describe('why a payer’s bank said no', () => {
  it.each([
    ['insufficient_funds', 'insufficient_funds', true],
    ['expired_card', 'card_expired', false],
    ['pick_up_card', 'card_blocked', false],
    ['unknown_card', 'invalid_card', false],
    ['invalid_cvv', 'invalid_security_code', true],
    ['withdrawal_limit_exceeded', 'limit_exceeded', true],
    ['high_risk', 'suspected_fraud', false],
    ['issuer_not_available', 'issuer_unavailable', true],
    ['transaction_not_allowed_for_cardholder', 'not_permitted', false],
    ['do_not_honour', 'declined', true],
    ['customer_challenge_failed', 'declined', true],
    ['a_reason_of_the_future', 'declined', true],
    ['toString', 'declined', true],
    [undefined, 'declined', true],
  ])('%s is %s, worth another try: %s', (reason, declineCode, isRetryable) => {
    expect(declineOf(reason)).toEqual({ declineCode, isRetryable });
  });
});
