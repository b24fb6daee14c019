import { type RefundInspection, type RefundOutcome, type RefundRequest } from '../provider';
import { type Refusal } from '../wire/ask';
import { lookup, mapFound } from '../wire/lookup';
import { notRefunded, refundInspection, refundOutcome, type ShownRefund } from '../wire/refund-answers';
import { startTimeLeft, type TimeLeft } from '../wire/time-left';
import { type RevolutContext } from './client';
import { findByReference } from './find-order';
import { type Order, readOrder } from './order';
import { refundBody } from './requests';

/**
 * POST /orders/{id}/refund with our refund's id as the Idempotency-Key, so a repeat finds the same refund. A refund is
 * an order of its own that carries the id as its reference. A declined one is answered with a bare 400 although its
 * order exists, so after a refusal that order is looked for: it has the reason, or it says that all is well.
 */
export const refundOrder = async (o: RevolutContext, request: RefundRequest): Promise<RefundOutcome> => {
  const { facts, receipt, targetAmountMinor, refundId } = request;
  if (facts.fx === null || targetAmountMinor === null) {
    return { outcome: 'refused', detail: 'The payment has no quote, so nothing tells what to give back.' };
  }
  // A receipt is named after its order, also when the order was found before it was ever offered.
  const orderId = receipt.providerReference;
  const timeLeft = startTimeLeft(o.timings);
  const body = refundBody(request, targetAmountMinor, facts.fx.targetCurrency);
  const answer = await o.client.refundOrder(orderId, body, refundId, timeLeft.timeoutMs());
  if (answer.outcome === 'answered') return refundOutcome(mapFound(lookup(o.log, answer, readOrder), shownOf));
  return answer.outcome === 'refused'
    ? afterRefusal(o, refundId, answer, timeLeft)
    : notRefunded(answer, `The provider knows no order ${orderId}.`);
};

/** Reads the state of a refund, by our id of it. */
export const inspectRefundOrder = async (o: RevolutContext, { refundId }: RefundRequest): Promise<RefundInspection> => {
  const found = await findByReference(o, { reference: refundId, type: 'refund' }, startTimeLeft(o.timings));
  return refundInspection(mapFound(found, shownOf));
};

/** Another request under the same key may still be under way; the provider says 409 to the second. */
const underWay = 409;

const afterRefusal = async (
  o: RevolutContext,
  refundId: string,
  refusal: Refusal,
  timeLeft: TimeLeft,
): Promise<RefundOutcome> => {
  const found = await findByReference(o, { reference: refundId, type: 'refund' }, timeLeft);
  if (found.outcome !== 'missing') return refundOutcome(mapFound(found, shownOf));
  return refusal.status === underWay
    ? { outcome: 'unknown', isTimeout: false, detail: refusal.detail }
    : { outcome: 'refused', detail: refusal.detail };
};

/** A declined refund keeps its order in processing; only its one try says so. */
const shownOf = ({ orderId, state, tries, updatedAt }: Order): ShownRefund => {
  const last = tries.at(-1);
  if (state === 'completed') {
    return { outcome: 'settled', providerReference: orderId, settledAt: last?.updatedAt ?? updatedAt };
  }
  if (last?.state === 'declined')
    return { outcome: 'failed', detail: last.declineReason ?? 'The refund was declined.' };
  if (state === 'cancelled' || state === 'failed')
    return { outcome: 'failed', detail: `The refund order is ${state}.` };
  return { outcome: 'pending', providerReference: orderId };
};
