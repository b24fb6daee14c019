import { type RevolutConfig } from '../../config';
import { type Provider } from '../provider';
import { type AdapterDeps, connect } from '../wire/connect';
import { providerTimingsDefault } from '../wire/time-left';
import { createNamesIn } from './callback';
import { cancelOrder } from './cancel-order';
import { createRevolutClient, type RevolutContext } from './client';
import { inspectOrder } from './inspect-order';
import { makeOrder } from './make-order';
import { inspectRefundOrder, refundOrder } from './refund-order';
import { listStatement } from './statement';
import { createRegistration } from './webhook-registration';

/** As events and tables name this adapter, so it is never renamed. */
export const revolutProviderName = 'REVOLUT';

export type Revolut = ReturnType<typeof createRevolut>;

/** International checkout by the Revolut Merchant API. */
export const createRevolut = (o: AdapterDeps<RevolutConfig>) => {
  const { config, clock, metrics, timings = providerTimingsDefault } = o;
  const log = o.log.child({ provider: revolutProviderName });
  const { mode, callbackUrl } = config;
  const { exchange, close } = connect(revolutProviderName, o);
  const client = createRevolutClient(exchange, config);
  const context = { client, mode, clock, log, timings };
  const timeoutMs = timings.exchangeTimeoutMs;
  const registration = createRegistration({ client, callbackUrl, timeoutMs, clock, log, metrics });
  return {
    provider: toProvider(context, registration.start),
    /** Tells whether a callback is signed by the provider. */
    verify: registration.verify,
    namesIn: createNamesIn(context),
    close,
  };
};

const toProvider = (o: RevolutContext, start: Provider['start']): Provider => ({
  name: revolutProviderName,
  paymentMethod: 'INTERNATIONAL',
  canRepeatOffer: true,
  offer: (request) => makeOrder(o, request),
  inspect: (payment) => inspectOrder(o, payment),
  cancel: (payment) => cancelOrder(o, payment),
  refund: (request) => refundOrder(o, request),
  inspectRefund: (request) => inspectRefundOrder(o, request),
  statement: (period, ours) => listStatement(o, period, ours),
  start,
});
