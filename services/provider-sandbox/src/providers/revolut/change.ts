import { toIso } from '@repasse/chassis/clock';
import { type Tx } from '@repasse/chassis/postgres/database';
import { commit } from '../../callbacks/commit';
import { type CallbackMessage } from '../../store/callback-table';
import { type OrderWithRefunds } from '../../store/revolut-order-table';
import { dueRows, type DueWork } from '../../sweeper';
import { expireOrder } from './change-order';
import { type OrderDecision } from './order';
import { settleRefund } from './refund-order';
import { type Revolut } from './revolut';

/** The decision, if anything changes, and the answer to the caller. */
export interface Change<T> {
  readonly decision: OrderDecision | undefined;
  readonly answer: T;
}

/** Runs `decide` on the locked order and tells the merchant's webhooks of it. Undefined when there is no such order. */
export const changeOrder = <T>(
  revolut: Revolut,
  id: string,
  decide: (found: OrderWithRefunds) => Change<T>,
): Promise<(OrderWithRefunds & { readonly answer: T }) | undefined> =>
  commit(revolut, 'international', async (tx) => {
    const found = await revolut.orders.lock(tx, id);
    if (found === undefined) return undefined;
    const { decision, answer } = decide(found);
    for (const order of decision?.orders ?? []) await revolut.orders.save(order, tx);
    const after = (await revolut.orders.find(id, tx)) ?? found;
    const messages = await messagesOf(revolut, tx, decision?.events ?? []);
    return { result: { ...after, answer }, messages, dueAt: [after.order, ...after.refunds].map(({ dueAt }) => dueAt) };
  });

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

/** Pending orders lapse and refunds end, by the sandbox's clock. */
export const dueOrders = (revolut: Revolut): DueWork => {
  const outcomeOf = () => revolut.refunds.get().international.outcome;
  // Refunds that are left pending must not stand in the way of what is due behind them.
  const typesOf = () => (outcomeOf() === 'pending' ? (['payment'] as const) : (['payment', 'refund'] as const));
  return dueRows(
    'revolut orders',
    revolut.clock,
    (now, limit) => revolut.orders.listDue(now, typesOf(), limit),
    ({ id }, now) =>
      changeOrder(revolut, id, ({ order }) => ({
        decision: expireOrder(order, toIso(now)) ?? settleRefund(order, outcomeOf() === 'settled', toIso(now)),
        answer: undefined,
      })),
  );
};
