import { type NowpaymentsConfig } from '../../config';
import { type CoinSender } from '../payout-provider';
import { type Provider } from '../provider';
import { type AdapterDeps, connect } from '../wire/connect';
import { providerTimingsDefault } from '../wire/time-left';
import { createAskCoins } from './ask';
import { namesIn } from './callback';
import { createNowpaymentsClient, type NowpaymentsContext } from './client';
import { createPayout } from './create-payout';
import { estimatePayout, validateAddress } from './estimate-payout';
import { cancelPayment, inspectPayment } from './inspect-payment';
import { inspectPayout } from './inspect-payout';
import { isSignedBy } from './ipn-signature';
import { createFindLimits } from './limits';
import { makePayment } from './make-payment';
import { createPayoutClient, type PayoutContext } from './payout-client';
import { inspectRefundOfCoins, refundCoins, releaseRefundOfCoins } from './refund-coins';
import { listStatement } from './statement';
import { verifyPayout } from './verify-payout';

/** As events and tables name this adapter, so it is never renamed. */
export const nowpaymentsProviderName = 'NOWPAYMENTS';

export type Nowpayments = ReturnType<typeof createNowpayments>;

/** Crypto by NOWPayments. It needs no registration: each payment carries the address of our callback. */
export const createNowpayments = (o: AdapterDeps<NowpaymentsConfig>) => {
  const { config, clock, timings = providerTimingsDefault } = o;
  const log = o.log.child({ provider: nowpaymentsProviderName });
  const { callbackUrl } = config;
  const { exchange, close } = connect(nowpaymentsProviderName, o);
  const ask = createAskCoins(exchange, config);
  const shared = { callbackUrl, clock, log, timings };
  const context = { ...shared, client: createNowpaymentsClient(ask) };
  const sending = config.payouts && {
    ...{ ...shared, totpSecret: config.payouts.totpSecret },
    client: createPayoutClient(ask, config.payouts, clock),
  };
  return {
    provider: toProvider(context, sending),
    /** Undefined where no coins are sent from. */
    payouts: sending && toPayoutProvider(sending),
    findLimits: createFindLimits(context),
    /** True when the provider signed the callback. */
    isSigned: (rawBody: string, signature: string | undefined): boolean =>
      isSignedBy(config.ipnSecret, rawBody, signature),
    namesIn,
    close,
  };
};

/** Without payouts no refund is requested; one that was begun while payouts were configured waits. */
const notSent = { outcome: 'unavailable', detail: 'Coins are not sent from here.' } as const;

const toProvider = (o: NowpaymentsContext, sending: PayoutContext | undefined): Provider => ({
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

/** Coins sent from the account that payments arrive in. */
const toPayoutProvider = (o: PayoutContext): CoinSender => ({
  name: nowpaymentsProviderName,
  rail: 'CRYPTO',
  estimate: (price, payCurrency) => estimatePayout(o, price, payCurrency),
  checkAddress: (destination) => validateAddress(o, destination),
  prepare: (request) => createPayout(o, request),
  release: (request, reference) => verifyPayout(o, request, reference),
  inspect: (request, reference) => inspectPayout(o, request, reference),
});
