import { toIso } from '@repasse/chassis/clock';
import { type DueWork } from '../../sweeper';
import { stepDue } from './deposit';
import { changePayment, type NowPayments } from './nowpayments';

const batchMax = 100;

/** Payments lapse, and deposits take their steps, by the sandbox's clock. */
export const duePayments = (nowPayments: NowPayments): DueWork => ({
  name: 'nowpayments payments',
  run: async () => {
    const now = nowPayments.clock.now();
    const { rows, nextDueAt } = await nowPayments.payments.listDue(toIso(now), batchMax);
    for (const { paymentId } of rows)
      // Judged again on the locked row: coins may have come first.
      await changePayment(nowPayments, paymentId, (payment) => stepDue(payment, now));
    return nextDueAt;
  },
});
