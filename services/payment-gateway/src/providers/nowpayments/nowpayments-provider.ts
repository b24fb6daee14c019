import { type Provider } from '../provider';
import { cancelPayment, inspectPayment } from './inspect-payment';
import { makePayment } from './make-payment';
import { type NowpaymentsContext } from './nowpayments-context';
import { listStatement } from './statement';

/** As events and tables name this adapter, so it is never renamed. */
export const nowpaymentsProviderName = 'NOWPAYMENTS';

/** Coins do not go back the way they came, and where to is not known here. */
const noWayBack = 'Coins go back to an address that the payer names; NOWPayments is not asked for that from here yet.';

/** Crypto by NOWPayments. It needs no registration: each payment carries the address of our callback. */
export const createNowpaymentsProvider = (o: NowpaymentsContext): Provider => ({
  name: nowpaymentsProviderName,
  paymentMethod: 'CRYPTO',
  canRepeatOffer: true,
  offer: (request) => makePayment(o, request),
  inspect: (payment) => inspectPayment(o, payment),
  cancel: (payment) => cancelPayment(o, payment),
  refund: () => Promise.resolve({ outcome: 'refused', detail: noWayBack }),
  inspectRefund: () => Promise.resolve({ outcome: 'failed', detail: noWayBack }),
  statement: (period, ours) => listStatement(o, period, ours),
  start: () => () => Promise.resolve(),
});
