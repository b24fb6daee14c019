import { toIso } from '@repasse/chassis/clock';
import { type DueWork } from '../../sweeper';
import { changeOrder } from './change';
import { expireOrder } from './change-order';
import { settleRefund } from './refund-order';
import { type Revolut } from './revolut';

const batchMax = 100;

/** Pending orders lapse and refunds end, by the sandbox's clock. */
export const dueOrders = (revolut: Revolut): DueWork => ({
  name: 'revolut orders',
  run: async () => {
    const now = toIso(revolut.clock.now());
    const { outcome } = revolut.refunds.get().international;
    // Refunds that are left pending must not stand in the way of what is due behind them.
    const types = outcome === 'pending' ? (['payment'] as const) : (['payment', 'refund'] as const);
    const { rows, nextDueAt } = await revolut.orders.listDue(now, types, batchMax);
    for (const { id } of rows)
      // Judged again on the locked row: the payer may have come first.
      await changeOrder(revolut, id, ({ order }) => ({
        decision: expireOrder(order, now) ?? settleRefund(order, outcome === 'settled', now),
        answer: undefined,
      }));
    return nextDueAt;
  },
});
