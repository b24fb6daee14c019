import { type Provider } from '../provider';
import { cancelPayment, inspectPayment } from './inspect-payment';
import { makePayment } from './make-payment';
import { type NowpaymentsContext } from './nowpayments-context';
import { type PayoutContext } from './payout-context';
import { inspectRefundOfCoins, refundCoins, releaseRefundOfCoins } from './refund-coins';
import { listStatement } from './statement';

/** As events and tables name this adapter, so it is never renamed. */
export const nowpaymentsProviderName = 'NOWPAYMENTS';

/** Nobody is asked for a refund then; one that was begun while coins were sent from here waits. */
const notSent = { outcome: 'unavailable', detail: 'Coins are not sent from here.' } as const;

/** Crypto by NOWPayments. It needs no registration: each payment carries the address of our callback. */
export const createNowpaymentsProvider = (o: NowpaymentsContext, sending: PayoutContext | undefined): Provider => ({
  name: nowpaymentsProviderName,
  paymentMethod: 'CRYPTO',
  canRepeatOffer: true,
  offer: (request) => makePayment(o, request),
  inspect: (payment) => inspectPayment(o, payment),
  cancel: (payment) => cancelPayment(o, payment),
  refund: async (request) => (sending === undefined ? notSent : refundCoins(sending, request)),
  inspectRefund: async (request) =>
    sending === undefined ? { ...notSent, outcome: 'silent' } : inspectRefundOfCoins(sending, request),
  releaseRefund: async (request) => (sending === undefined ? notSent : releaseRefundOfCoins(sending, request)),
  statement: (period, ours) => listStatement(o, period, ours),
  start: () => () => Promise.resolve(),
});
