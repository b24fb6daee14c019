import { randomUUID } from 'node:crypto';
import { toIso } from '@repasse/chassis/clock';
import { type Request } from 'express';
import { type ProviderAnswer } from '../answer';
import { changeOrder } from './change';
import { describeOrder } from './describe-order';
import { idOf, notFound, type Revolut, type RevolutEndpoint, revolutError } from './revolut';
import { type Order, type OrderTerms } from './order';
import { readOrderTerms } from './order-rules';
import { refundOrder, type RefundOrder, settleRefund } from './refund-order';

/** POST /orders/{id}/refund makes a new order. With an Idempotency-Key the same one is answered again. */
export const refund: RevolutEndpoint = async (revolut, request) => {
  const now = revolut.clock.now();
  const reading = readOrderTerms(request.body);
  if ('fault' in reading) return revolutError('bad_request', reading.fault, now);
  const asked = refundAsked(revolut, request, reading.terms);
  const { amount, currency } = asked.terms;

  const describe = (made: Order): ProviderAnswer =>
    wasDeclined(made)
      ? revolutError('bad_request', 'Refund was declined', now)
      : { status: 201, body: describeOrder(made) };
  const answer = await changeOrder(revolut, idOf(request), async (order, tx) => {
    const refunds = await revolut.orders.list({ refs: { relatedOrderId: order.id } }, {}, tx);
    const same = refunds.find(({ idempotencyKey: key }) => key !== null && key === asked.idempotencyKey);
    if (same !== undefined && same.terms.amount !== amount)
      return { answer: revolutError('conflict', 'Idempotency-Key was used for another refund', now) };
    if (same !== undefined) return { answer: describe(same) };
    if (currency !== order.terms.currency)
      return { answer: revolutError('bad_request', `'currency' is not that of the order`, now) };
    const made = refundOrder(order, refunds, asked);
    if (made === 'not_completed')
      return { answer: revolutError('order_invalid_state', `Order in state '${order.state}' cannot be refunded`, now) };
    if (made === 'too_much')
      return { answer: revolutError('unprocessable', 'Refund is more than what is left of the order', now) };
    const ended = endsAtOnce(revolut) ? settleRefund(made, true, toIso(now)) : undefined;
    const decision = ended ?? { order: made, events: [] };
    return { decision, answer: describe(decision.order) };
  });
  return answer ?? notFound(now);
};

/** A refund that takes no time has ended in the answer to its request. */
const endsAtOnce = ({ refunds }: Revolut): boolean => {
  const { outcome, delayMs } = refunds.get().international;
  return delayMs === 0 && outcome === 'settled';
};

/** One that failed later had been accepted, and is answered as it was then. */
const wasDeclined = ({ state, createdAt, updatedAt }: Order): boolean => state === 'failed' && createdAt === updatedAt;

const refundAsked = ({ clock, refunds }: Revolut, request: Request, terms: OrderTerms): RefundOrder => {
  const { outcome, delayMs } = refunds.get().international;
  const now = clock.now();
  return {
    refundId: randomUUID(),
    token: randomUUID(),
    terms,
    idempotencyKey: request.get('Idempotency-Key') ?? null,
    isDeclined: outcome === 'declined',
    now: toIso(now),
    dueAt: toIso(new Date(now.getTime() + delayMs)),
  };
};
