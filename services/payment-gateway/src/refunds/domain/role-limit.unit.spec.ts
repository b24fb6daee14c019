import { given } from '@repasse/chassis/decider';
import * as cast from '../../../test/support/payments';
import { type DataOf, type PaymentCommand } from '../../payments/domain/payment-commands';
import { payment } from '../../payments/domain/payment.decide';
import { type PaymentEvent } from '../../payments/domain/payment-events';

const { now, requested, offered, received, refund, refundRequested, refundSettled, refundFailed } = cast;
const paid = [requested, offered, received];
const colleague = 'per_01KAJ2E8V4N7Q0S6T3W9X5Y1Z8';
const aboveLimit: unknown = expect.objectContaining({ rejected: true, code: 'refund.above_role_limit' });

/** Of a person who may give back 50.00 of a payment of 100.00, and has given back 30.00. */
const ask = (amountMinor: number | null, other: Partial<DataOf<'RequestRefund'>> = {}): PaymentCommand => ({
  type: 'RequestRefund',
  data: {
    ...{ refundId: 're_2', purpose: 'MERCHANT', receiptReference: null, amountMinor, reason: refund.reason },
    ...{ requestedBy: refund.requestedBy, personMaxMinor: 5_000, splitRefund: null, now, ...other },
  },
});
const asked = (amountMinor: number, requestedBy = refund.requestedBy): PaymentEvent => ({
  ...{ type: 'RefundRequested', at: now },
  data: { refund: { ...refund, refundId: 're_2', amountMinor, requestedBy } },
});
const decisionAfter = (...more: readonly PaymentEvent[]) => ({
  on: (command: PaymentCommand) => given(payment, ...paid, ...more).when(command),
});

describe('the limit of a role', () => {
  it('holds for all that one person has asked for, whether it has gone back yet or not', () => {
    for (const earlier of [[refundRequested], [refundRequested, refundSettled]]) {
      expect(decisionAfter(...earlier).on(ask(2_001))).toEqual(aboveLimit);
      expect(decisionAfter(...earlier).on(ask(null))).toEqual(aboveLimit);
      expect(decisionAfter(...earlier).on(ask(2_000))).toEqual([asked(2_000)]);
    }
  });

  it('holds for the first refund', () => {
    expect(decisionAfter().on(ask(5_001))).toEqual(aboveLimit);
    expect(decisionAfter().on(ask(5_000))).toEqual([asked(5_000)]);
  });

  it('does not count what failed, nor what others asked for', () => {
    expect(decisionAfter(refundRequested, refundFailed).on(ask(5_000))).toEqual([asked(5_000)]);
    const other = ask(5_000, { requestedBy: colleague });
    expect(decisionAfter(refundRequested).on(other)).toEqual([asked(5_000, colleague)]);
  });

  it('is silent about a refund that was asked for before', () => {
    const again = ask(refund.amountMinor, { refundId: refund.refundId, personMaxMinor: 3_000 });
    expect(decisionAfter(refundRequested).on(again)).toEqual([]);
  });

  it('does not hold for whoever has none', () => {
    expect(decisionAfter(refundRequested).on(ask(null, { personMaxMinor: undefined }))).toEqual([asked(7_000)]);
  });
});
