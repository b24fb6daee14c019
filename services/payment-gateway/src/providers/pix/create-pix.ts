import { type PixConfig } from '../../config';
import { type PayoutProvider } from '../payout-provider';
import { type Adapter, type Provider } from '../provider';
import { createAsk } from '../wire/ask';
import { createBearer } from '../wire/bearer';
import { type AdapterDeps, connect, type TlsFiles } from '../wire/connect';
import { providerTimingsDefault } from '../wire/time-left';
import { createNamesIn } from './callback';
import { createPixClient, pixProtocol, type PixContext } from './client';
import { inspectCob } from './inspect-cob';
import { makeCob } from './make-cob';
import { inspectPixRefund, refundPix } from './refund-pix';
import { removeCob } from './remove-cob';
import { createSendingClient } from './sending/client';
import { createSender } from './sending/create-sender';
import { listStatement } from './statement';
import { fetchGrant } from './token';
import { startRegistration } from './webhook-registration';

/** As events and tables name this adapter, so it is never renamed. */
export const pixProviderName = 'PIX_BCB';
/** The only major version there is; providers have it in the path. */
const apiVersion = 'v2';

/** PIX by the Banco Central's API Pix 2.9, which every bank speaks to its merchants. */
export const createPix = (o: AdapterDeps<PixConfig>): Adapter & { readonly payouts: PayoutProvider | undefined } => {
  const { config, clock, metrics, timings = providerTimingsDefault } = o;
  const log = o.log.child({ provider: pixProviderName });
  const { key, callbackUrl, receiverName, receiverCity } = config;
  const { exchange, close } = connect(pixProviderName, o, tlsOf(config));
  const tokenUrl = config.tokenUrl ?? `${config.baseUrl}/oauth/token`;
  const withBearer = createBearer(clock, () =>
    fetchGrant({ ...config, exchange, tokenUrl }, timings.exchangeTimeoutMs),
  );
  const ask = createAsk(exchange, { ...pixProtocol, baseUrl: `${config.baseUrl}/${apiVersion}` });
  const client = createPixClient(ask, withBearer);
  const context: PixContext = { client, key, receiver: { receiverName, receiverCity }, clock, log, timings };
  const start = () => startRegistration(context, callbackUrl, metrics);
  const sending = createSendingClient(exchange, config.baseUrl, withBearer);
  const payouts =
    config.payouts === 'on' ? createSender(pixProviderName, { client: sending, key, clock, log, timings }) : undefined;
  return { provider: toProvider(context, start), namesIn: createNamesIn(metrics), payouts, close };
};

const toProvider = (o: PixContext, start: Provider['start']): Provider => ({
  name: pixProviderName,
  paymentMethod: 'PIX',
  offer: (request) => makeCob(o, request),
  canRepeatOffer: true,
  inspect: ({ facts }) => inspectCob(o, facts),
  cancel: ({ facts }) => removeCob(o, facts),
  refund: (request) => refundPix(o, request),
  inspectRefund: (request) => inspectPixRefund(o, request),
  statement: (period, ours) => listStatement(o, period, ours),
  start,
});

const tlsOf = (config: PixConfig): TlsFiles | undefined =>
  config.tlsCertFile === undefined || config.tlsKeyFile === undefined
    ? undefined
    : { certFile: config.tlsCertFile, keyFile: config.tlsKeyFile, caFile: config.tlsCaFile };
