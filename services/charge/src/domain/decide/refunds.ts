import { reject } from '@repasse/chassis/decider';
import {
  isPaidCharge,
  refundedTotalOf,
  totalOf,
  type Attempt,
  type ExistingCharge,
  type PaidCharge,
  type Surplus,
} from '../charge';
import { type RecordDispute, type RecordRefund, type RecordRefundFailure } from '../charge.commands';
import { type UndatedChargeEvent } from '../charge.events';
import { type Decision } from './decision';

type Refund = RecordRefund['data'];

/**
 * Money was refunded. The refund of a surplus was announced under its id; a merchant's refund is taken first from the
 * booked amount of the charge, and then from the surplus beside it.
 */
export const recordRefund = (refund: Refund, state: ExistingCharge): Decision => {
  if (isKnownRefund(refund, state)) return [];
  const attempt = state.attempts.find(({ terms }) => terms.paymentId === refund.paymentId);
  if (!attempt)
    return reject('charge.refund_unrelated', `Payment ${refund.paymentId} is of no attempt of this charge.`);
  if (refund.purpose === 'SURPLUS') return surplusRefund(refund, attempt, state);

  const bookedMinor = isPaidCharge(state) ? Math.min(refund.amountMinor, bookedLeftOf(refund.paymentId, state)) : 0;
  const fromSurplus = refundsFromSurplus(refund, attempt, state, refund.amountMinor - bookedMinor);
  if (!fromSurplus)
    return reject('charge.refund_unrelated', `Refund ${refund.refundId} is of more than what was received.`);
  return bookedMinor > 0 && isPaidCharge(state)
    ? [chargeRefunded(refund, attempt, state, bookedMinor), ...fromSurplus]
    : fromSurplus;
};

/** A refund the provider will not make: the money is held again. One the merchant asked for changes nothing here. */
export const recordRefundFailure = ({ refundId }: RecordRefundFailure['data'], state: ExistingCharge): Decision => {
  const part = state.surpluses.find((surplus) => surplus.standing === 'refunding' && surplus.refundId === refundId);
  if (!part) return [];
  const { paymentId, providerReference } = part;
  return [{ type: 'ChargeSurplusRefundFailed', data: { paymentId, providerReference, refundId } }];
};

export const recordDispute = (
  { disputeId, paymentId, amountMinor, standing }: RecordDispute['data'],
  state: ExistingCharge,
): Decision => {
  const known = state.disputes.find((dispute) => dispute.disputeId === disputeId);
  const opened: UndatedChargeEvent = { type: 'ChargeDisputed', data: { disputeId, paymentId, amountMinor } };
  if (standing === 'opened') return known ? [] : [opened];
  if (known && known.standing !== 'open') return [];
  const decided: UndatedChargeEvent = { type: 'DisputeDecided', data: { disputeId, outcome: standing } };
  return known ? [decided] : [opened, decided];
};

const isKnownRefund = ({ refundId }: Refund, { refunds, surpluses }: ExistingCharge): boolean =>
  refunds.some((known) => known.refundId === refundId) ||
  surpluses.some((surplus) => surplus.standing === 'refunded' && surplus.refundId === refundId);

const bookedLeftOf = (paymentId: string, { bookings, refunds }: PaidCharge): number => {
  const ofPayment = <T extends { readonly paymentId: string }>(parts: readonly T[]): readonly T[] =>
    parts.filter((part) => part.paymentId === paymentId);
  return totalOf(ofPayment(bookings)) - totalOf(ofPayment(refunds));
};

const surplusRefund = (refund: Refund, attempt: Attempt, state: ExistingCharge): Decision => {
  const part = state.surpluses.find(
    (surplus) =>
      surplus.paymentId === refund.paymentId &&
      surplus.standing === 'refunding' &&
      surplus.refundId === refund.refundId,
  );
  return part
    ? [surplusRefunded(refund, part, attempt, part.amountMinor)]
    : reject('charge.refund_unrelated', `Refund ${refund.refundId} was never requested.`);
};

/** Undefined when the surplus of the payment is smaller. */
const refundsFromSurplus = (
  refund: Refund,
  attempt: Attempt,
  state: ExistingCharge,
  amountMinor: number,
): readonly UndatedChargeEvent[] | undefined => {
  const own = state.surpluses.filter(({ paymentId }) => paymentId === refund.paymentId);
  let leftMinor = amountMinor;
  // Receipt by receipt, each counted once: held money is refunded before accepted money.
  const receipts = new Map(own.filter(isThere).map((part) => [part.providerReference, part]));
  const events = [...receipts.values()].flatMap((receipt) => {
    const parts = own.filter((part) => isThere(part) && part.providerReference === receipt.providerReference);
    const receiptMinor = Math.min(leftMinor, totalOf(parts));
    leftMinor -= receiptMinor;
    return receiptMinor > 0 ? [surplusRefunded(refund, receipt, attempt, receiptMinor)] : [];
  });
  return leftMinor === 0 ? events : undefined;
};

const isThere = ({ standing }: Surplus): boolean => standing === 'held' || standing === 'accepted';

const chargeRefunded = (
  { refundId, paymentId, splitRefund }: Refund,
  { terms: { attemptId } }: Attempt,
  state: PaidCharge,
  amountMinor: number,
): UndatedChargeEvent => {
  const isFull = refundedTotalOf(state) + amountMinor === state.bookedAmountMinor;
  return { type: 'ChargeRefunded', data: { attemptId, paymentId, refundId, amountMinor, isFull, splitRefund } };
};

const surplusRefunded = (
  { refundId, paymentId }: Refund,
  { providerReference }: Surplus,
  { terms: { attemptId } }: Attempt,
  amountMinor: number,
): UndatedChargeEvent => ({
  type: 'ChargeSurplusRefunded',
  data: { attemptId, paymentId, providerReference, refundId, amountMinor },
});
