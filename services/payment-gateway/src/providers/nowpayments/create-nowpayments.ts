import { type Clock } from '@repasse/chassis/clock';
import { type Logger } from '@repasse/chassis/log/logger';
import { type Metrics } from '@repasse/chassis/telemetry/metrics';
import { createExchange } from '../exchange';
import { guarded, type GuardTimings } from '../guarded-exchange';
import { observed } from '../observed-exchange';
import { type PayoutProvider } from '../payout-provider';
import { type Provider } from '../provider';
import { type ProviderCallLog } from '../raw-log';
import { type ProviderTimings, providerTimingsDefault } from '../time-left';
import { type Ask, createAsk } from './ask';
import { createSignedIn } from './auth';
import { createNowpaymentsClient } from './client';
import { isSignedBy } from './ipn-signature';
import { type CheckMinimum, checkMinimum } from './minimum';
import { createNowpaymentsPayouts } from './nowpayments-payouts';
import { createNowpaymentsProvider, nowpaymentsProviderName } from './nowpayments-provider';
import { createPayoutClient, type Credentials } from './payout-client';
import { type PayoutContext } from './payout-context';

export interface NowpaymentsConfig {
  /** The provider's address with the version. */
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly ipnSecret: string;
  readonly callbackUrl: string;
  /** Who signs in to send coins; undefined where none are sent from. */
  readonly payouts?: Credentials | undefined;
}

export interface NowpaymentsDeps {
  readonly config: NowpaymentsConfig;
  readonly keep: ProviderCallLog;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly timings?: ProviderTimings | undefined;
  readonly guardTimings?: GuardTimings | undefined;
}

export interface Nowpayments {
  readonly provider: Provider;
  /** Undefined where no coins are sent from. */
  readonly payouts: PayoutProvider | undefined;
  readonly checkMinimum: CheckMinimum;
  /** Tells whether a callback is signed by the provider. */
  readonly isSigned: (rawBody: string, signature: string | undefined) => boolean;
  readonly close: () => void;
}

/** Puts the adapter together: socket, then record and measure, then breaker, then protocol. */
export const createNowpayments = (o: NowpaymentsDeps): Nowpayments => {
  const { config, clock, log, metrics } = o;
  const timings = o.timings ?? providerTimingsDefault;
  const { exchange: bare, close } = createExchange();
  const seen = observed(bare, { provider: nowpaymentsProviderName, keep: o.keep, metrics, clock });
  const { exchange, stop } = guarded(nowpaymentsProviderName, seen, metrics, o.guardTimings);
  const ask = createAsk({ exchange, baseUrl: config.baseUrl, apiKey: config.apiKey });
  const shared = { callbackUrl: config.callbackUrl, log, timings };
  const context = { ...shared, client: createNowpaymentsClient(ask) };
  const sending = config.payouts && payoutContext({ ...shared, ask, clock, credentials: config.payouts });
  return {
    provider: createNowpaymentsProvider(context, sending),
    payouts: sending && createNowpaymentsPayouts(sending),
    checkMinimum: (price, payCurrency) => checkMinimum(context, price, payCurrency),
    isSigned: (rawBody, signature) => isSignedBy(config.ipnSecret, rawBody, signature),
    close: () => {
      stop();
      close();
    },
  };
};

const payoutContext = ({
  ask,
  credentials,
  ...shared
}: Omit<PayoutContext, 'client' | 'signedIn' | 'totpSecret'> & {
  ask: Ask;
  credentials: Credentials;
}): PayoutContext => {
  const client = createPayoutClient(ask);
  const signedIn = createSignedIn({ client, credentials, clock: shared.clock });
  return { ...shared, client, signedIn, totpSecret: credentials.totpSecret };
};
