import { toIso } from '@repasse/chassis/clock';
import { dueRows, type DueWork } from '../../sweeper';
import { changeOrder } from './change';
import { expireOrder } from './change-order';
import { settleRefund } from './refund-order';
import { type Revolut } from './revolut';

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
