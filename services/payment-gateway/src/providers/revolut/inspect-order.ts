import { assertNever } from '@repasse/chassis/decider';
import { type Found, type Inspection, type PaymentRef } from '../provider';
import { type Lookup, missingOrSilent } from '../wire/lookup';
import { retryWithin, startTimeLeft, type TimeLeft } from '../wire/time-left';
import { type RevolutContext } from './client';
import { declineOf } from './decline-words';
import { findByReference, readById } from './find-order';
import { type Order, receiptsOfOrder } from './order';
import { referenceOf } from './requests';

/** Reads the state of an order. Without an answer it retries once; further tries are up to the caller. */
export const inspectOrder = async (o: RevolutContext, payment: PaymentRef): Promise<Inspection> => {
  const found = await readOrderOf(o, payment, startTimeLeft(o.timings));
  return found.outcome === 'found' ? toInspection(o, payment, found.value) : missingOrSilent(found);
};

/** A payment's order: by the provider's id where it is known, else by our reference. */
export const readOrderOf = (o: RevolutContext, payment: PaymentRef, timeLeft: TimeLeft): Promise<Lookup<Order>> => {
  const { providerReference, facts } = payment;
  return retryWithin(timeLeft, () =>
    providerReference === null
      ? findByReference(o, { reference: referenceOf(facts.paymentId), type: 'payment' }, timeLeft)
      : readById(o, providerReference, timeLeft),
  );
};

const toInspection = (o: RevolutContext, { facts, expiresAt }: PaymentRef, order: Order): Inspection => {
  if (order.type !== 'payment' || order.reference !== referenceOf(facts.paymentId)) {
    return { outcome: 'silent', detail: `Order ${order.orderId} is not of this payment.` };
  }
  const receipts = receiptsOfOrder(order, facts);
  const isOver = o.clock.now().getTime() >= Date.parse(expiresAt);
  return { outcome: 'found', providerReference: order.orderId, receipts, ...standingOf(order, isOver) };
};

type Standing = Pick<Found, 'status' | 'declineCode' | 'isRetryable' | 'detail'>;

const standingOf = (order: Order, isOver: boolean): Standing => {
  switch (order.state) {
    case 'pending':
      return pendingOrDeclined(order);
    case 'processing':
    case 'authorised':
      return { status: 'confirming' };
    case 'completed':
      return { status: 'received' };
    case 'cancelled':
      return { status: 'removed' };
    case 'failed':
      // An order fails when it was not paid in time. When our own time is over too, our expiry ends the payment.
      return isOver ? { status: 'pending' } : { status: 'failed', detail: 'The order was closed before its time.' };
    default:
      return assertNever(order.state);
  }
};

/** An order is pending again after a try that was declined, and can be paid by another. */
const pendingOrDeclined = ({ tries }: Order): Standing => {
  const last = tries.at(-1);
  if (last?.state !== 'declined') return { status: 'pending' };
  return { status: 'declined', ...declineOf(last.declineReason), detail: last.declineReason };
};
