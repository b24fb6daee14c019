import { type Clock } from '@repasse/chassis/clock';
import { type Logger } from '@repasse/chassis/log/logger';
import { type Metrics } from '@repasse/chassis/telemetry/metrics';
import { createExchange } from '../exchange';
import { guarded, type GuardTimings } from '../guarded-exchange';
import { observed } from '../observed-exchange';
import { type ProviderTimings, providerTimingsDefault } from '../time-left';
import { type Provider } from '../provider';
import { type ProviderCallLog } from '../raw-log';
import { createRevolutClient } from './client';
import { type PaymentOfOrder, paymentOfOrder } from './payment-of-order';
import { createRevolutProvider, revolutProviderName } from './revolut-provider';
import { createRegistration, type Registration } from './webhook-registration';

export interface RevolutConfig {
  /** The provider's address without `/api`. */
  readonly baseUrl: string;
  readonly secretKey: string;
  readonly mode: 'prod' | 'sandbox';
  readonly callbackUrl: string;
}

export interface RevolutDeps {
  readonly config: RevolutConfig;
  readonly keep: ProviderCallLog;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly timings?: ProviderTimings | undefined;
  readonly guardTimings?: GuardTimings | undefined;
}

export interface Revolut {
  readonly provider: Provider;
  /** Tells whether a callback is signed by the provider. */
  readonly verify: Registration['verify'];
  /** Which payment an order named in a callback is about. */
  readonly paymentOfOrder: (orderId: string) => Promise<PaymentOfOrder>;
  readonly close: () => void;
}

/** Puts the adapter together: socket, then record and measure, then breaker, then protocol. */
export const createRevolut = (o: RevolutDeps): Revolut => {
  const { config, clock, log, metrics } = o;
  const timings = o.timings ?? providerTimingsDefault;
  const { exchange: bare, close } = createExchange();
  const seen = observed(bare, { provider: revolutProviderName, keep: o.keep, metrics, clock });
  const { exchange, stop } = guarded(revolutProviderName, seen, metrics, o.guardTimings);
  const client = createRevolutClient({ exchange, baseUrl: config.baseUrl, secretKey: config.secretKey });
  const context = { client, mode: config.mode, clock, log, timings };
  const registration = createRegistration({
    client,
    callbackUrl: config.callbackUrl,
    timeoutMs: timings.exchangeTimeoutMs,
    clock,
    log,
    metrics,
  });
  return {
    provider: createRevolutProvider(context, registration.start),
    verify: registration.verify,
    paymentOfOrder: (orderId) => paymentOfOrder(context, orderId),
    close: () => {
      stop();
      close();
    },
  };
};
