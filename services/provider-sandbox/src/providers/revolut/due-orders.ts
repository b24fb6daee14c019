import { toIso } from '@repasse/chassis/clock';
import { type DueWork } from '../../sweeper';
import { changeOrder } from './change';
import { expireOrder } from './change-order';
import { type Order } from './order';
import { settleRefund } from './refund-order';
import { type Revolut } from './revolut';

const batchMax = 100;

/** Pending orders lapse and refunds end, by the sandbox's clock. */
export const dueOrders = (revolut: Revolut): DueWork => ({
  name: 'revolut orders',
  run: async () => {
    const now = toIso(revolut.clock.now());
    for (const order of await revolut.orders.listDue(now, batchMax)) await end(revolut, order, now);
  },
});

const end = async (revolut: Revolut, due: Order, now: string): Promise<void> => {
  if (due.type === 'payment') {
    // Judged again on the locked row: the payer may have come first. One that is paid is never due again.
    await changeOrder(revolut, due.id, ({ order }) => ({ decision: expireOrder(order, now), answer: undefined }));
    return;
  }
  const { outcome } = revolut.refunds.get().international;
  if (outcome === 'pending') return;
  await changeOrder(revolut, due.id, ({ order }) => ({
    decision: settleRefund(order, outcome === 'settled', now),
    answer: undefined,
  }));
};
