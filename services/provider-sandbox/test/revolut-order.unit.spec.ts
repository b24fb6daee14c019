import { cancelOrder, expireOrder } from '../src/providers/revolut/change-order';
import { parseDuration, readOrderTerms } from '../src/providers/revolut/order-rules';
import { type Order, type OrderDecision } from '../src/providers/revolut/order';
import { payOrder, type PayOutcome } from '../src/providers/revolut/pay-order';
import { refundOrder, settleRefund, type RefundOrder } from '../src/providers/revolut/refund-order';
import { signDelivery } from '../src/callbacks/carriers';
import { judgeCard } from '../src/providers/revolut/test-cards';

const now = '2026-11-20T12:00:00.000Z';
const terms: Order['terms'] = { amount: 15_000, currency: 'EUR' };
const pending: Order = {
  id: 'order',
  token: 'token',
  type: 'payment',
  state: 'pending',
  terms,
  payments: [],
  relatedOrderId: null,
  idempotencyKey: null,
  createdAt: now,
  updatedAt: now,
  dueAt: '2026-11-20T12:30:00.000Z',
};
const pay = (order: Order, outcome: PayOutcome) => payOrder(order, { outcome, declineReason: 'do_not_honour' }, now);
const only = (decision: OrderDecision | undefined): Order => {
  if (decision === undefined) throw new Error('Nothing was decided.');
  return decision.order;
};
const told = (decision: OrderDecision | undefined) => decision?.events;
const started = 'ORDER_PAYMENT_AUTHORISATION_STARTED';

describe('paying an order', () => {
  it.each([
    ['paid', 'completed', 'captured', [started, 'ORDER_AUTHORISED', 'ORDER_COMPLETED']],
    ['authorised', 'authorised', 'authorised', [started, 'ORDER_AUTHORISED']],
    ['processing', 'processing', 'authorisation_started', [started]],
    ['declined', 'pending', 'declined', [started, 'ORDER_PAYMENT_DECLINED']],
    ['failed', 'pending', 'failed', [started, 'ORDER_PAYMENT_FAILED']],
  ] as const)('%s: it is %s, the payment %s', (outcome, state, paymentState, events) => {
    const decision = pay(pending, outcome);
    expect(only(decision)).toMatchObject({ state, payments: [{ state: paymentState }] });
    expect(told(decision)).toEqual(events);
  });

  it('can be tried again after a decline', () => {
    const paid = only(pay(only(pay(pending, 'declined')), 'paid'));
    expect(paid).toMatchObject({ state: 'completed', dueAt: null });
    expect(paid.payments.map(({ state }) => state)).toEqual(['declined', 'captured']);
  });

  it.each([
    ['paid', 'completed', ['ORDER_AUTHORISED', 'ORDER_COMPLETED']],
    ['declined', 'pending', ['ORDER_PAYMENT_DECLINED']],
  ] as const)('goes on from processing: %s makes it %s', (outcome, state, events) => {
    const decision = pay(only(pay(pending, 'processing')), outcome);
    expect(only(decision)).toMatchObject({ state, payments: [{ createdAt: now }] });
    expect(told(decision)).toEqual(events);
  });

  it.each(['completed', 'cancelled', 'failed'] as const)('is not possible when %s', (state) => {
    expect(pay({ ...pending, state }, 'paid')).toBeUndefined();
  });

  it('does not decline an authorised order, nor start twice', () => {
    expect(pay(only(pay(pending, 'authorised')), 'declined')).toBeUndefined();
    expect(pay(only(pay(pending, 'processing')), 'processing')).toBeUndefined();
  });
});

describe('taking an order back', () => {
  it('is possible while pending or authorised', () => {
    expect(only(cancelOrder(pending, now)).state).toBe('cancelled');
    const canceled = cancelOrder(only(pay(pending, 'authorised')), now);
    expect(only(canceled)).toMatchObject({ state: 'cancelled', payments: [{ state: 'cancelled' }] });
    expect(told(canceled)).toEqual(['ORDER_CANCELLED']);
  });

  it.each(['processing', 'paid'] as const)('is not possible when %s', (outcome) => {
    expect(cancelOrder(only(pay(pending, outcome)), now)).toBeUndefined();
  });

  it('happens by itself when its time is up, unless a payment is in progress', () => {
    expect(expireOrder(pending, '2026-11-20T12:29:59.999Z')).toBeUndefined();
    expect(told(expireOrder(pending, '2026-11-20T12:30:00.000Z'))).toEqual(['ORDER_FAILED']);
    expect(expireOrder(only(pay(pending, 'processing')), '2026-11-21T00:00:00.000Z')).toBeUndefined();
    expect(only(expireOrder(only(pay(pending, 'declined')), '2026-11-21T00:00:00.000Z')).state).toBe('failed');
  });
});

describe('paying back', () => {
  const completed = only(pay(pending, 'paid'));
  const asked: RefundOrder = {
    refundId: 'refund',
    token: 'other',
    terms: { ...terms, amount: 10_000 },
    idempotencyKey: null,
    isDeclined: false,
    now,
    dueAt: now,
  };
  const refund = (amount: number, refunds: readonly Order[] = []) =>
    refundOrder(completed, refunds, { ...asked, terms: { ...terms, amount } });
  const refunded = (amount: number): Order => {
    const made = refund(amount);
    if (typeof made === 'string') throw new Error(made);
    return made;
  };

  it('makes an order of its own, which is settled later', () => {
    expect(refunded(10_000)).toMatchObject({
      id: 'refund',
      type: 'refund',
      state: 'processing',
      relatedOrderId: 'order',
      terms: { amount: 10_000 },
      payments: [{ state: 'refund_validated' }],
    });
    const settled = settleRefund(refunded(10_000), true, now);
    expect(only(settled)).toMatchObject({ state: 'completed', dueAt: null });
    expect(told(settled)).toEqual(['ORDER_COMPLETED']);
    expect(settleRefund(only(settled), false, now)).toBeUndefined();
  });

  it('never exceeds the order; failed refunds do not count', () => {
    expect(refund(5_001, [refunded(10_000)])).toBe('too_much');
    expect(refund(5_000, [refunded(10_000)])).not.toBe('too_much');
    expect(refund(15_000, [only(settleRefund(refunded(10_000), false, now))])).not.toBe('too_much');
  });

  it('wants a completed order', () => {
    expect(refundOrder(pending, [], asked)).toBe('not_completed');
    expect(refundOrder(refunded(100), [], asked)).toBe('not_completed');
  });
});

describe('a test card', () => {
  const judge = (number: string, changes: Partial<Order['terms']> = {}) => judgeCard(number, { ...terms, ...changes });

  it.each([
    ['4929420573595709', 'paid', ''],
    ['5281438801804148', 'paid', ''],
    ['4242424242424242', 'failed', 'customer_challenge_failed'],
    ['5215674115127070', 'failed', 'customer_challenge_failed'],
    ['4929573638125985', 'declined', 'insufficient_funds'],
    ['4532336743874205', 'declined', 'expired_card'],
    ['2720998837779594', 'declined', 'do_not_honour'],
    ['2223000010479399', 'processing', ''],
    ['4111111111111111', 'declined', 'unknown_card'],
  ])('%s is %s %s', (number, outcome, declineReason) => {
    expect(judge(number)).toEqual({ outcome, declineReason });
  });

  it('is not challenged below £25 and €30', () => {
    expect(judge('4242424242424242', { amount: 2_999 }).outcome).toBe('paid');
    expect(judge('4242424242424242', { amount: 2_499, currency: 'GBP' }).outcome).toBe('paid');
    expect(judge('4242424242424242', { amount: 2_499, currency: 'USD' }).outcome).toBe('failed');
    expect(judge('4929573638125985', { amount: 2_999 }).outcome).toBe('declined');
  });
});

describe('an order’s request', () => {
  const read = (changes: object) => readOrderTerms({ amount: 100, currency: 'JPY', ...changes });

  it('is kept without anything unknown', () => {
    expect(read({ nonsense: 1 })).toEqual({ terms: { amount: 100, currency: 'JPY' } });
    expect(readOrderTerms({ amount: 100 })).toEqual({ fault: `'currency' is missing or not valid` });
  });

  it.each([
    [{ amount: 0 }],
    [{ amount: '100' }],
    [{ amount: 1.5 }],
    [{ currency: 'jpy' }],
    [{ capture_mode: 'manual' }],
    [{ expire_pending_after: 'PT59S' }],
    [{ expire_pending_after: 'PT721H' }],
    [{ redirect_url: 'ftp://shop.example' }],
    [{ metadata: { '1': 'x' } }],
    [{ metadata: { a: '' } }],
  ])('is refused with %j', (changes) => {
    expect(read(changes)).toHaveProperty('fault');
  });
});

describe('a delivery’s signature', () => {
  const body =
    '{"event":"ORDER_COMPLETED","order_id":"0198c0de-0000-7000-8000-000000000001","merchant_order_ext_ref":"chg_1"}';
  const current = 'v1=7bc4c88afcb0be4777f5f80208204b281ca405886d034229ff8fe19c107580f2';

  it('is Revolut’s', () => {
    expect(signDelivery('wsk_sim_current_00000000000000001', 1_767_225_600_000, body)).toBe(current);
  });
});

it.each([
  ['PT1M', 60_000],
  ['PT720H', 2_592_000_000],
  ['PT1H30M', 5_400_000],
  ['PT', undefined],
  ['P', undefined],
  ['P1D', undefined],
  ['1h', undefined],
])('reads the duration %s', (text, ms) => {
  expect(parseDuration(text)).toBe(ms);
});
