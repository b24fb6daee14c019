import { randomUUID } from 'node:crypto';
import { toIso } from '@repasse/chassis/clock';
import { assertNever } from '@repasse/chassis/decider';
import { type Request } from 'express';
import { type ProviderAnswer } from '../answer';
import { changeOrder } from './change';
import { describeOrder } from './describe-order';
import {
  idOf,
  notFound,
  type OrderWithRefunds,
  originOf,
  type Revolut,
  type RevolutEndpoint,
  revolutError,
} from './revolut';
import { type Order } from './order';
import { fieldsOf } from '../request';
import { isAmount, readOrderTerms } from './order-rules';
import { refundOrder, type RefundOrder, type RefundRefusal } from './refund-order';

type Refunding =
  | { readonly kind: 'refunded'; readonly refund: Order }
  | { readonly kind: 'refused'; readonly reason: RefundRefusal | 'other_currency' | 'key_reused' };

/** POST /orders/{id}/refund makes a new order. With an Idempotency-Key the same one is answered again. */
export const refund: RevolutEndpoint = async (revolut, request) => {
  const now = revolut.clock.now();
  const body = fieldsOf(request.body);
  const { amount, currency } = body;
  const reading = readOrderTerms({ ...body, amount, currency }, revolut.acceptsLocalUrls);
  if (!isAmount(amount) || 'fault' in reading)
    return revolutError('bad_request', `'amount' or 'currency' is missing or not valid`, now);

  const asked = refundAsked(revolut, request, amount, reading.terms);
  const changed = await changeOrder(revolut, idOf(request), (found) => decide(found, asked, String(currency)));
  if (changed === undefined) return notFound(now);
  if (changed.answer.kind === 'refused') return refusal(changed.answer.reason, changed.order.state, now);
  if (wasDeclined(changed.answer.refund)) return revolutError('bad_request', 'Refund was declined', now);
  return { status: 201, body: describeOrder(changed.answer.refund, [], originOf(request)) };
};

/** One that failed later had been accepted, and is answered as it was then. */
const wasDeclined = ({ state, createdAt, updatedAt }: Order): boolean => state === 'failed' && createdAt === updatedAt;

const refundAsked = (
  { clock, refunds }: Revolut,
  request: Request,
  amount: number,
  { description, merchant_order_data, metadata }: Order['terms'],
): RefundOrder => {
  const { outcome, delayMs } = refunds.get().international;
  const now = clock.now();
  return {
    refundId: randomUUID(),
    token: randomUUID(),
    paymentId: randomUUID(),
    amount,
    details: {
      ...(description === undefined ? {} : { description }),
      ...(merchant_order_data === undefined ? {} : { merchant_order_data }),
      ...(metadata === undefined ? {} : { metadata }),
    },
    idempotencyKey: request.get('Idempotency-Key') ?? null,
    isDeclined: outcome === 'declined',
    now: toIso(now),
    dueAt: toIso(new Date(now.getTime() + delayMs)),
  };
};

const decide = ({ order, refunds }: OrderWithRefunds, asked: RefundOrder, currency: string) => {
  const refused = (reason: (Refunding & { kind: 'refused' })['reason']) => ({
    decision: undefined,
    answer: { kind: 'refused', reason } as Refunding,
  });
  const same = refunds.find(({ idempotencyKey: key }) => key !== null && key === asked.idempotencyKey);
  if (same !== undefined && same.terms.amount !== asked.amount) return refused('key_reused');
  if (same !== undefined) return { decision: undefined, answer: { kind: 'refunded', refund: same } as Refunding };

  if (currency !== order.terms.currency) return refused('other_currency');
  const decision = refundOrder(order, refunds, asked);
  if (typeof decision === 'string') return refused(decision);
  const [made] = decision.orders;
  if (made === undefined) throw new Error('A refund was decided that is not there.');
  return { decision, answer: { kind: 'refunded', refund: made } as Refunding };
};

const refusal = (
  reason: (Refunding & { kind: 'refused' })['reason'],
  state: Order['state'],
  now: Date,
): ProviderAnswer => {
  switch (reason) {
    case 'not_completed':
      return revolutError('order_invalid_state', `Order in state '${state}' cannot be refunded`, now);
    case 'too_much':
      return revolutError('unprocessable', 'Refund is more than what is left of the order', now);
    case 'other_currency':
      return revolutError('bad_request', `'currency' is not that of the order`, now);
    case 'key_reused':
      return revolutError('conflict', 'Idempotency-Key was used for another refund', now);
    default:
      return assertNever(reason);
  }
};
