import { type Clock } from '@repasse/chassis/clock';
import { type Logger } from '@repasse/chassis/log/logger';
import { type Metrics } from '@repasse/chassis/telemetry/metrics';
import { createExchange } from '../exchange';
import { guarded, type GuardTimings } from '../guarded-exchange';
import { observed } from '../observed-exchange';
import { type Provider } from '../provider';
import { type ProviderCallLog } from '../raw-log';
import { type ProviderTimings, providerTimingsDefault } from '../time-left';
import { createNowpaymentsClient } from './client';
import { isSignedBy } from './ipn-signature';
import { type CheckMinimum, checkMinimum } from './minimum';
import { createNowpaymentsProvider, nowpaymentsProviderName } from './nowpayments-provider';

export interface NowpaymentsConfig {
  /** The provider's address with the version. */
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly ipnSecret: string;
  readonly callbackUrl: string;
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
  const client = createNowpaymentsClient({ exchange, baseUrl: config.baseUrl, apiKey: config.apiKey });
  const context = { client, callbackUrl: config.callbackUrl, log, timings };
  return {
    provider: createNowpaymentsProvider(context),
    checkMinimum: (price, payCurrency) => checkMinimum(context, price, payCurrency),
    isSigned: (rawBody, signature) => isSignedBy(config.ipnSecret, rawBody, signature),
    close: () => {
      stop();
      close();
    },
  };
};
