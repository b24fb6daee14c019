import { type Provider } from '../provider';
import { cancelOrder } from './cancel-order';
import { inspectOrder } from './inspect-order';
import { makeOrder } from './make-order';
import { inspectRefundOrder, refundOrder } from './refund-order';
import { type RevolutContext } from './revolut-context';
import { listStatement } from './statement';

/** As events and tables name this adapter, so it is never renamed. */
export const revolutProviderName = 'REVOLUT';

/** International checkout by the Revolut Merchant API. */
export const createRevolutProvider = (o: RevolutContext, startRegistration: Provider['start']): Provider => ({
  name: revolutProviderName,
  paymentMethod: 'INTERNATIONAL',
  canRepeatOffer: true,
  offer: (request) => makeOrder(o, request),
  inspect: (payment) => inspectOrder(o, payment),
  cancel: (payment) => cancelOrder(o, payment),
  refund: (request) => refundOrder(o, request),
  inspectRefund: (request) => inspectRefundOrder(o, request),
  statement: (period, ours) => listStatement(o, period, ours),
  start: startRegistration,
});
