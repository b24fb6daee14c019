import { type Clock } from '@repasse/chassis/clock';
import { type Logger } from '@repasse/chassis/log/logger';
import { type Metrics } from '@repasse/chassis/telemetry/metrics';
import { createExchange, type Exchange, type TlsFiles } from './exchange';
import { guarded, type GuardTimings } from './guarded-exchange';
import { observed } from './observed-exchange';
import { type ProviderCallLog } from './raw-log';
import { type ProviderTimings } from './time-left';

/** What every connection needs of the service around it. */
export interface WireDeps {
  readonly keep: ProviderCallLog;
  readonly clock: Clock;
  readonly metrics: Metrics;
  readonly guardTimings?: GuardTimings | undefined;
}

/** What every adapter is created with. */
export interface AdapterDeps<Config, Timings = ProviderTimings> extends WireDeps {
  readonly config: Config;
  readonly log: Logger;
  readonly timings?: Timings | undefined;
}

/** What the parts of an adapter share. */
export interface AdapterContext<Client, Timings = ProviderTimings> {
  readonly client: Client;
  readonly clock: Clock;
  readonly log: Logger;
  readonly timings: Timings;
}

export interface Connection {
  readonly exchange: Exchange;
  readonly close: () => void;
}

/**
 * A connection to one provider: every exchange is recorded and measured, and a provider that keeps failing is left
 * alone by a breaker. The breaker is outermost, so that what it holds back is no exchange in the records.
 */
export const connect = (provider: string, o: WireDeps, tls?: TlsFiles): Connection => {
  const { keep, clock, metrics, guardTimings } = o;
  const { exchange: bare, close } = createExchange(tls);
  const { exchange, stop } = guarded(
    provider,
    observed(bare, { provider, keep, metrics, clock }),
    metrics,
    guardTimings,
  );
  return {
    exchange,
    close: () => {
      stop();
      close();
    },
  };
};
