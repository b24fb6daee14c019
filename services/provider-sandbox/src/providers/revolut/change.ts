import { type Tx } from '@repasse/chassis/postgres/database';
import { type CallbackMessage } from '../../store/callback-table';
import { type Change, type Changed, type OrderWithRefunds } from '../../store/revolut-order-table';
import { type OrderDecision } from './order';
import { type Revolut } from './revolut';

/** Changes an order and tells the merchant's webhooks of it. */
export const changeOrder = async <T>(
  revolut: Pick<Revolut, 'orders' | 'webhooks' | 'callbacks' | 'sweeper'>,
  id: string,
  decide: (found: OrderWithRefunds) => Change<T>,
): Promise<Changed<T> | undefined> => {
  const { orders, callbacks, sweeper } = revolut;
  const changed = await orders.change(id, decide, {
    messagesOf: (tx, events) => messagesOf(revolut, tx, events),
    leaseUntil: callbacks.leaseUntil('international'),
  });
  if (changed === undefined) return undefined;
  sweeper.expect(...[changed.order, ...changed.refunds].map(({ dueAt }) => dueAt));
  callbacks.dispatch(changed.callbacks);
  return changed;
};

/** A delivery names the order and nothing else of it: no id of its own, no payment, no reason. */
const messagesOf = async (
  { webhooks }: Pick<Revolut, 'webhooks'>,
  tx: Tx,
  events: OrderDecision['events'],
): Promise<CallbackMessage[]> => {
  const registered = await webhooks.list(tx);
  return events.flatMap(({ event, order }) => {
    const reference = order.terms.merchant_order_data?.reference;
    const body = JSON.stringify({ event, order_id: order.id, merchant_order_ext_ref: reference });
    return registered
      .filter((webhook) => webhook.events.includes(event))
      .map(({ id, url }) => ({ provider: 'international' as const, address: url, subscription: id, body }));
  });
};
