import { setTimeout as pause } from 'node:timers/promises';
import { assertNever } from '@repasse/chassis/decider';
import { jittered, startTimeLeft, type TimeLeft } from '../time-left';
import { type Found, type Inspection, type PaymentRef } from '../provider';
import { declineOf } from './decline-words';
import { findByReference, type Lookup, readById } from './find-order';
import { type Order } from './order';
import { receiptsOfOrder } from './receipt-of-order';
import { referenceOf } from './requests';
import { type RevolutContext } from './revolut-context';

const triesMax = 2;

/** Reading is always safe, so silence is asked again at once; after that the pace of whoever asks applies. */
export const inspectOrder = async (o: RevolutContext, payment: PaymentRef): Promise<Inspection> => {
  const lookup = await readOrderOf(o, payment, startTimeLeft(o.timings));
  switch (lookup.outcome) {
    case 'found':
      return toInspection(o, payment, lookup.order);
    case 'missing':
      return lookup;
    case 'unavailable':
    case 'silent':
      return { outcome: 'silent', detail: lookup.detail };
    default:
      return assertNever(lookup);
  }
};

/** A payment's order: by the provider's id where it is known, else by our reference. */
export const readOrderOf = async (o: RevolutContext, payment: PaymentRef, timeLeft: TimeLeft): Promise<Lookup> => {
  const { providerReference, facts } = payment;
  const look = (): Promise<Lookup> =>
    providerReference === null
      ? findByReference(o, { reference: referenceOf(facts.paymentId), type: 'payment' }, timeLeft)
      : readById(o, providerReference, timeLeft);
  let lookup = await look();
  for (let tryNumber = 2; lookup.outcome === 'silent' && tryNumber <= triesMax && timeLeft.isEnough(); tryNumber++) {
    await pause(jittered(o.timings.retryDelayMs));
    lookup = await look();
  }
  return lookup;
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
      // An order fails when nobody paid it in time. When that is also our time, its expiry is ours to tell.
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
