import { isPaidCharge, totalOf, type Booking, type ExistingCharge, type PaidCharge } from '../charge';
import { type EventOf } from '../charge.events';
import { type Receipt } from '../charge.terms';
import { changeAttempt } from './attempts';

export const paid = (state: ExistingCharge, { at, data }: EventOf<'ChargePaid'>): PaidCharge => {
  const { attemptId, paymentId, providerReference, grossAmountMinor, pricing, reason, receivedAt } = data;
  const charge = changeAttempt(state, data, at, { situation: { status: 'paid', reason } });
  // Held parts were applied before this event; this payment brought the rest.
  const own: Booking = { paymentId, attemptId, amountMinor: grossAmountMinor - totalOf(state.bookings) };
  return {
    ...charge,
    status: 'paid',
    reason,
    pricing,
    bookedAmountMinor: grossAmountMinor,
    paidAttemptId: attemptId,
    paidReference: providerReference,
    paidAt: receivedAt,
    bookings: own.amountMinor > 0 ? [...charge.bookings, own] : charge.bookings,
    receipts: withReceipt(state, data, data.receivedAmountMinor),
  };
};

export const refunded = (state: ExistingCharge, { at, data }: EventOf<'ChargeRefunded'>): PaidCharge => {
  if (!isPaidCharge(state)) throw new Error('Corrupt history: a charge was refunded before it was paid.');
  const { refundId, paymentId, amountMinor, isFull } = data;
  const charge: PaidCharge = {
    ...state,
    status: isFull ? 'refunded' : state.status,
    refunds: [...state.refunds, { refundId, paymentId, amountMinor }],
    updatedAt: at,
  };
  return withRefundedAttempt(charge, data, at);
};

/** An attempt is refunded when none of its money is left, neither in the charge nor beside it. */
export const withRefundedAttempt = <S extends ExistingCharge>(
  state: S,
  { attemptId, paymentId }: { readonly attemptId: string; readonly paymentId: string },
  at: string,
): S => {
  const ofPayment = <T extends { readonly paymentId: string }>(parts: readonly T[]): readonly T[] =>
    parts.filter((part) => part.paymentId === paymentId);
  const isBookedLeft = totalOf(ofPayment(state.bookings)) > totalOf(ofPayment(state.refunds));
  const isSurplusLeft = ofPayment(state.surpluses).some(
    ({ standing }) => standing !== 'refunded' && standing !== 'applied',
  );
  const isPaid = state.attempts.some(
    ({ terms, situation }) => terms.attemptId === attemptId && situation.status === 'paid',
  );
  if (isBookedLeft || isSurplusLeft || !isPaid) return state;
  return changeAttempt(state, { attemptId }, at, { situation: { status: 'refunded' } });
};

export const withReceipt = (
  { receipts }: ExistingCharge,
  { paymentId, providerReference }: Receipt,
  amountMinor: number,
): ExistingCharge['receipts'] =>
  hasReceived(receipts, { paymentId, providerReference })
    ? receipts
    : [...receipts, { paymentId, providerReference, amountMinor }];

export const hasReceived = (receipts: readonly Receipt[], receipt: Receipt): boolean =>
  receipts.some((known) => isSameReceipt(known, receipt));

export const isSameReceipt = (one: Receipt, other: Receipt): boolean =>
  one.paymentId === other.paymentId && one.providerReference === other.providerReference;
