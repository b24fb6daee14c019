import { dueRows, type DueWork } from '../../sweeper';
import { stepDue } from './deposit';
import { changePayment, type NowPayments } from './nowpayments';

/** Payments lapse, and deposits take their steps, by the sandbox's clock. */
export const duePayments = (nowPayments: NowPayments): DueWork =>
  dueRows('nowpayments payments', nowPayments.clock, nowPayments.payments.listDue, ({ paymentId }, now) =>
    changePayment(nowPayments, paymentId, (payment) => stepDue(payment, now)),
  );
