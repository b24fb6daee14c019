import { type CancelOutcome, type Inspection, type PaymentRef } from '../provider';
import { type Lookup, missingOrSilent } from '../wire/lookup';
import { retryWithin, startTimeLeft, type TimeLeft } from '../wire/time-left';
import { type NowpaymentsContext } from './client';
import { type CoinPayment } from './coin-payment';
import { standingOf } from './deposits';
import { findByOrder, readById } from './find-payment';

/** Reads a payment and every further deposit to its address. Without all of them nothing is concluded. */
export const inspectPayment = async (o: NowpaymentsContext, payment: PaymentRef): Promise<Inspection> => {
  const timeLeft = startTimeLeft(o.timings);
  const asked = await retryWithin(timeLeft, () => readPaymentOf(o, payment, timeLeft));
  if (asked.outcome !== 'found') return missingOrSilent(asked);
  if (asked.value.orderId !== payment.facts.paymentId) {
    return { outcome: 'silent', detail: `Payment ${asked.value.paymentId} is not of this payment.` };
  }
  const further: CoinPayment[] = [];
  for (const id of asked.value.furtherIds) {
    const deposit = await retryWithin(timeLeft, () => readById(o, id, timeLeft));
    if (deposit.outcome !== 'found') return { outcome: 'silent', detail: `The further deposit ${id} cannot be read.` };
    further.push(deposit.value);
  }
  const providerReference = asked.value.paymentId;
  return { outcome: 'found', providerReference, ...standingOf(asked.value, further, payment.facts) };
};

/**
 * There is nothing over there to take an address back with: coins sent to it arrive. What has arrived is told, and
 * whatever comes later is recorded as money that came late.
 */
export const cancelPayment = async (o: NowpaymentsContext, payment: PaymentRef): Promise<CancelOutcome> => {
  const found = await inspectPayment(o, payment);
  if (found.outcome !== 'found') return found;
  if (found.receipts.length > 0) return { outcome: 'received', receipts: found.receipts };
  return found.status === 'pending' || found.status === 'failed'
    ? { outcome: 'canceled' }
    : { outcome: 'refused', detail: `The payment is ${found.status}.` };
};

/** By the provider's own id, which shows deposits; a payment that never got one here is looked for first. */
const readPaymentOf = async (
  o: NowpaymentsContext,
  ref: PaymentRef,
  timeLeft: TimeLeft,
): Promise<Lookup<CoinPayment>> => {
  if (ref.providerReference !== null) return readById(o, ref.providerReference, timeLeft);
  const listed = await findByOrder(o, ref.facts.paymentId, timeLeft);
  return listed.outcome === 'found' ? readById(o, listed.value.paymentId, timeLeft) : listed;
};
