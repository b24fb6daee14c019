import { given } from '@repasse/chassis/decider';
import {
  after,
  cancel,
  create,
  dispute,
  expire,
  failRefund,
  pay,
  person,
  process,
  refusal,
  request,
  resolve,
  rules,
  settleRefund,
  stateOf,
  types,
} from '../../../test/support/facts';
import { type ChargeCommand } from '../charge.commands';
import { charge } from '../charge.decide';

const late = { receivedAt: '2026-01-03T00:00:00.000Z', ...rules({ late: 'hold' }) };
const decided = (history: readonly ChargeCommand[], command: ChargeCommand) =>
  given(charge, ...after(...history)).when(command);
const part = (n: number, receivedAmountMinor: number): ChargeCommand => pay(n, { receivedAmountMinor });
const heldPart = [create, request(1), request(2), part(1, 6_000)];
const heldDuplicate = [
  create,
  request(1),
  pay(1),
  pay(1, { providerReference: 'E9', ...rules({ duplicate: 'hold' }) }),
];
const heldLate = [create, request(1), expire, pay(1, late)];

describe('resolving a held payment', () => {
  it('gives it back under the id that was made for it', () => {
    expect(decided(heldPart, resolve(1, 'REFUND'))).toMatchObject([
      {
        type: 'ChargeSurplusResolved',
        data: { handling: 'REFUND', refundId: 're_2', surplusAmountMinor: 6_000, resolvedBy: person },
      },
    ]);
  });

  it('does not give back what is disputed, until that is decided', () => {
    const history = [...heldPart, dispute('opened', 'dp_1', 6_000)];
    expect(decided(history, resolve(1, 'REFUND'))).toEqual(refusal('refund.payment_disputed'));
    expect(types(decided(history, resolve(1, 'ACCEPT')))).toContain('ChargePaid');
    expect(types(decided([...history, dispute('won')], resolve(1, 'REFUND')))).toEqual(['ChargeSurplusResolved']);
  });

  it('accepts a held underpayment as the whole while the charge is open', () => {
    expect(decided(heldPart, resolve(1, 'ACCEPT'))).toMatchObject([
      { type: 'ChargeSurplusResolved', data: { handling: 'APPLY', surplusAmountMinor: 6_000, resolvedBy: person } },
      { type: 'AttemptCanceled', data: { attemptId: 'att_2' } },
      { type: 'ChargePaid', data: { grossAmountMinor: 6_000, reason: 'UNDERPAID', pricing: { feeAmountMinor: 60 } } },
    ]);
  });

  it('pays an expired charge with a late payment', () => {
    expect(decided(heldLate, resolve(1, 'ACCEPT'))).toMatchObject([
      { data: { handling: 'APPLY', surplusAmountMinor: 10_000 } },
      { type: 'ChargePaid', data: { reason: 'LATE', grossAmountMinor: 10_000, receivedAmountMinor: 10_000 } },
    ]);
    expect(stateOf(after(...heldLate, resolve(1, 'ACCEPT')))).toMatchObject({
      status: 'paid',
      bookings: [{ amountMinor: 10_000 }],
      receipts: [{ amountMinor: 10_000 }],
    });
  });

  it('keeps the excess as a surplus beside the charge', () => {
    const history = [create, request(1), expire, pay(1, { ...late, receivedAmountMinor: 12_000 })];
    expect(decided(history, resolve(1, 'ACCEPT'))).toMatchObject([
      { data: { handling: 'APPLY', surplusAmountMinor: 10_000 } },
      { data: { handling: 'ACCEPT', surplusAmountMinor: 2_000 } },
      { type: 'ChargePaid', data: { grossAmountMinor: 10_000 } },
    ]);
    expect(stateOf(after(...history, resolve(1, 'ACCEPT'))).surpluses).toMatchObject([
      { standing: 'applied', amountMinor: 10_000 },
      { standing: 'accepted', amountMinor: 2_000 },
    ]);
  });

  it('keeps a duplicate beside the charge', () => {
    expect(decided(heldDuplicate, resolve(1, 'ACCEPT'))).toMatchObject([{ data: { handling: 'ACCEPT' } }]);
  });

  it('keeps a part beside a charge that was canceled since', () => {
    expect(types(decided([...heldPart, cancel], resolve(1, 'ACCEPT')))).toEqual(['ChargeSurplusResolved']);
  });

  it('resolves each part of a payment, and leaves parts that came later', () => {
    const history = [...heldDuplicate, pay(1, { providerReference: 'E10', ...rules({ duplicate: 'hold' }) })];
    expect(decided(history, resolve(1, 'REFUND'))).toMatchObject([
      { data: { refundId: 're_2' } },
      { data: { refundId: 're_3' } },
    ]);
    expect(decided(history, resolve(1, 'REFUND', ['re_2']))).toHaveLength(1);
  });

  it('waits for a payment in progress', () => {
    expect(decided([...heldPart, process(2)], resolve(1, 'ACCEPT'))).toEqual(refusal('charge.payment_in_progress'));
  });

  it('says nothing the second time, and refuses another decision', () => {
    for (const [first, second] of [['ACCEPT', 'REFUND'] as const, ['REFUND', 'ACCEPT'] as const]) {
      const history = [...heldPart, resolve(1, first)];
      expect(decided(history, resolve(1, first))).toEqual([]);
      expect(decided(history, resolve(1, second))).toEqual(refusal('charge.held_payment_resolved'));
    }
  });

  it('refuses a payment of which nothing was held', () => {
    expect(decided([create, request(1), pay(1)], resolve(1, 'ACCEPT'))).toEqual(
      refusal('charge.held_payment_not_found'),
    );
    expect(decided([], resolve(1, 'ACCEPT'))).toEqual(refusal('charge.not_found'));
  });
});

describe('a surplus that goes back', () => {
  const history = [create, request(1), request(2), pay(1), pay(2)];
  const settled = settleRefund(2, 're_1', 10_000, 'SURPLUS');

  it('is refunded when the provider has given it back', () => {
    expect(decided(history, settled)).toMatchObject([
      { type: 'ChargeSurplusRefunded', data: { refundId: 're_1', amountMinor: 10_000, providerReference: 'E2' } },
    ]);
    expect(stateOf(after(...history, settled))).toMatchObject({
      status: 'paid',
      attempts: [{ situation: { status: 'paid' } }, { situation: { status: 'refunded' } }],
    });
    expect(decided([...history, settled], settled)).toEqual([]);
  });

  it('is held again when the provider will not, for the merchant to decide', () => {
    expect(decided(history, failRefund('re_1'))).toMatchObject([
      { type: 'ChargeSurplusRefundFailed', data: { paymentId: 'pay_2', providerReference: 'E2' } },
    ]);
    expect(decided([...history, failRefund('re_1')], failRefund('re_1'))).toEqual([]);
    expect(decided([...history, failRefund('re_1')], resolve(2, 'REFUND'))).toMatchObject([
      { data: { refundId: 're_2' } },
    ]);
  });

  it('is refused under an unknown id', () => {
    expect(decided(history, settleRefund(2, 're_9', 10_000, 'SURPLUS'))).toEqual(refusal('charge.refund_unrelated'));
  });
});
