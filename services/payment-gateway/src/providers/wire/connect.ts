import { openExchange } from '@repasse/chassis/http/exchange';
import { tlsTexts } from '@repasse/chassis/net/tls-files';
import { type Logger } from '@repasse/chassis/log/logger';
import { type ServiceParts } from '@repasse/chassis/service/parts';
import { type Exchange } from './exchange';
import { guarded, type GuardTimings } from './guarded-exchange';
import { observed } from './observed-exchange';
import { type ProviderCallLog } from './raw-log';
import { type ProviderTimings } from './time-left';

/** The parts of the service that a connection needs. */
interface WireDeps extends Pick<ServiceParts, 'clock' | 'metrics'> {
  readonly keep: ProviderCallLog;
  readonly guardTimings?: GuardTimings | undefined;
}

/** The dependencies of every adapter. */
export interface AdapterDeps<Config> extends WireDeps {
  readonly config: Config;
  readonly log: Logger;
  readonly timings?: ProviderTimings | undefined;
}

/** Shared by the parts of an adapter. */
export interface AdapterContext<Client> extends Pick<ServiceParts, 'clock' | 'log'> {
  readonly client: Client;
  readonly timings: ProviderTimings;
}

export interface TlsFiles {
  readonly certFile: string;
  readonly keyFile: string;
  readonly caFile?: string | undefined;
}

const limits = {
  /** One provider, and callbacks come in bursts: enough sockets not to queue, few enough not to be a flood. */
  socketsMax: 64,
  /** Providers answer in a few kB; a body that goes on is a fault, not something to hold in memory. */
  answerBytesMax: 1024 * 1024,
};

/**
 * A connection to one provider: every exchange is recorded and measured, and a provider that keeps failing is left
 * alone by a breaker. The breaker is outermost, so that what it holds back is no exchange in the records.
 */
export const connect = (
  provider: string,
  o: WireDeps,
  tls?: TlsFiles,
): { readonly exchange: Exchange; readonly close: () => void } => {
  const { keep, clock, metrics, guardTimings } = o;
  const { exchange: bare, close } = openExchange({ ...limits, ...(tls && { tls: tlsTexts(tls) }) });
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
