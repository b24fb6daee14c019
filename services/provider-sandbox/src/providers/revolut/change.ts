import { toIso } from '@repasse/chassis/clock';
import { type Tx } from '@repasse/chassis/postgres/database';
import { changeDocument } from '../../callbacks/commit';
import { type CallbackMessage } from '../../callbacks/callback';
import { dueDocuments, type DueWork } from '../../sweeper';
import { expireOrder } from './change-order';
import { type Order, type OrderDecision } from './order';
import { settleRefund } from './refund-order';
import { type Revolut } from './revolut';

/** The change to an order, if there is one, and the answer to the caller. */
interface OrderChange<Answer> {
  readonly decision?: OrderDecision | undefined;
  readonly answer: Answer;
}

/** Runs `decide` on the locked order and tells the merchant's webhooks of it. Undefined when there is no such order. */
export const changeOrder = <Answer>(
  revolut: Revolut,
  id: string,
  decide: (order: Order, tx: Tx) => OrderChange<Answer> | Promise<OrderChange<Answer>>,
): Promise<Answer | undefined> =>
  changeDocument(revolut, revolut.orders, id, async (order, tx) => {
    const { decision, answer } = await decide(order, tx);
    if (decision === undefined) return { saved: [], result: answer };
    return { saved: [decision.order], messages: await messagesOf(revolut, tx, decision), result: answer };
  });

/** A delivery names the order and nothing else of it: no id of its own, no payment, no reason. */
const messagesOf = async (
  { webhooks }: Revolut,
  tx: Tx,
  { order, events }: OrderDecision,
): Promise<CallbackMessage[]> => {
  if (events.length === 0) return [];
  const registered = await webhooks.list({}, {}, tx);
  const { id: order_id, terms } = order;
  return events.flatMap((event) => {
    const body = JSON.stringify({ event, order_id, merchant_order_ext_ref: terms.merchant_order_data?.reference });
    return registered
      .filter((webhook) => webhook.events.includes(event))
      .map(({ url, signingSecret: secret }) => ({ provider: 'international' as const, address: url, body, secret }));
  });
};

/** Pending orders lapse and refunds end, by the sandbox's clock. */
export const dueOrders = (revolut: Revolut): DueWork => {
  const outcomeOf = () => revolut.refunds.get().international.outcome;
  const pendingOrder: Partial<Order> = { type: 'payment', state: 'pending' };
  const refund: Partial<Order> = { type: 'refund' };
  return dueDocuments(
    'revolut orders',
    revolut.clock,
    // Refunds that are left pending must not stand in the way of what is due behind them.
    (now, limit) =>
      revolut.orders.listDue(now, limit, outcomeOf() === 'pending' ? [pendingOrder] : [pendingOrder, refund]),
    ({ id }, now) =>
      changeOrder(revolut, id, (order) => ({
        decision: expireOrder(order, toIso(now)) ?? settleRefund(order, outcomeOf() === 'settled', toIso(now)),
        answer: undefined,
      })),
  );
};
