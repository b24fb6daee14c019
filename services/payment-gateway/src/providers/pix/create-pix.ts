import { type Clock } from '@repasse/chassis/clock';
import { type Logger } from '@repasse/chassis/log/logger';
import { type Metrics } from '@repasse/chassis/telemetry/metrics';
import { type PixConfig } from '../../config';
import { createExchange } from '../exchange';
import { guarded, type GuardTimings } from '../guarded-exchange';
import { observed } from '../observed-exchange';
import { type Provider } from '../provider';
import { type ProviderCallLog } from '../raw-log';
import { createPixClient } from './client';
import { createPixProvider, pixProviderName } from './pix-provider';
import { type ProviderTimings, providerTimingsDefault } from '../time-left';
import { createTokenSource } from './token';
import { startRegistration } from './webhook-registration';

export interface PixDeps {
  readonly config: PixConfig;
  readonly keep: ProviderCallLog;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly timings?: ProviderTimings | undefined;
  readonly guardTimings?: GuardTimings | undefined;
}

/** The only major version there is; providers have it in the path. */
const apiVersion = 'v2';

/** Puts the adapter together: socket, then record and measure, then breaker, then token, then protocol. */
export const createPix = (o: PixDeps): { provider: Provider; close: () => void } => {
  const { config, clock, log, metrics } = o;
  const timings = o.timings ?? providerTimingsDefault;
  const timeoutMs = timings.exchangeTimeoutMs;
  const { exchange: bare, close } = createExchange(tlsOf(config));
  const seen = observed(bare, { provider: pixProviderName, keep: o.keep, metrics, clock });
  const { exchange, stop } = guarded(pixProviderName, seen, metrics, o.guardTimings);
  const token = createTokenSource({
    exchange,
    clock,
    tokenUrl: config.tokenUrl ?? `${config.baseUrl}/oauth/token`,
    clientId: config.clientId,
    clientSecret: config.clientSecret,
    bodyFormat: config.tokenFormat,
    scope: config.tokenScope,
    timeoutMs,
  });
  const client = createPixClient({ exchange, token, baseUrl: `${config.baseUrl}/${apiVersion}` });
  const { key, callbackUrl, receiverName, receiverCity } = config;
  const context = { client, key, receiver: { receiverName, receiverCity }, clock, log, timings };
  const provider = createPixProvider(context, () =>
    startRegistration({ client, key, callbackUrl, timeoutMs, log, metrics }),
  );
  return {
    provider,
    close: () => {
      stop();
      close();
    },
  };
};

const tlsOf = (config: PixConfig): Parameters<typeof createExchange>[0] =>
  config.tlsCertFile === undefined || config.tlsKeyFile === undefined
    ? undefined
    : { certFile: config.tlsCertFile, keyFile: config.tlsKeyFile, caFile: config.tlsCaFile };
