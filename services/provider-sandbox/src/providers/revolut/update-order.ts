import { toIso } from '@repasse/chassis/clock';
import { changeOrder } from './change';
import { describeOrder } from './describe-order';
import { notFound, revolutError } from './errors';
import { type Order, type OrderDecision } from './order';
import { fieldsOf } from '../fields';
import { readOrderTerms } from './order-rules';
import { idOf, originOf, type RevolutEndpoint } from './revolut';

/** Fields that may change after the order is authorised or completed. */
const lateFields = ['description', 'merchant_order_data', 'metadata'];

type Updating = 'updated' | 'not_possible' | { readonly fault: string };

/** PATCH /orders/{id}: everything while it is pending, words afterwards, nothing while it is processing. */
export const updateOrder: RevolutEndpoint = async (revolut, request) => {
  const now = revolut.clock.now();
  const given = fieldsOf(request.body);
  const changed = await changeOrder<Updating>(revolut, idOf(request), ({ order }) => {
    if (!mayChange(order, given)) return { decision: undefined, answer: 'not_possible' };
    const reading = readOrderTerms({ ...order.terms, ...given }, revolut.acceptsLocalUrls);
    if ('fault' in reading) return { decision: undefined, answer: reading };
    return { decision: revised({ ...order, terms: reading.terms, updatedAt: toIso(now) }), answer: 'updated' };
  });
  if (changed === undefined) return notFound(now);
  if (changed.answer === 'not_possible')
    return revolutError('order_invalid_state', `Order in state '${changed.order.state}' cannot change so`, now);
  if (changed.answer !== 'updated') return revolutError('bad_request', changed.answer.fault, now);
  return { status: 200, body: describeOrder(changed.order, changed.refunds, originOf(request)) };
};

const mayChange = ({ type, state }: Order, given: object): boolean => {
  if (type !== 'payment' || 'expire_pending_after' in given) return false;
  if (state === 'pending') return true;
  const isDecided = state === 'authorised' || state === 'completed';
  return isDecided && Object.keys(given).every((field) => lateFields.includes(field));
};

const revised = (order: Order): OrderDecision => ({ orders: [order], events: [] });
