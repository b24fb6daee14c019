import { setTimeout as pause } from 'node:timers/promises';
import { type Logger } from '@repasse/chassis/log/logger';
import { type Metrics } from '@repasse/chassis/telemetry/metrics';
import { type PixClient } from './client';

export interface RegistrationOptions {
  readonly client: PixClient;
  readonly key: string;
  /** The provider posts to this address with `/pix` behind it. */
  readonly callbackUrl: string;
  readonly timeoutMs: number;
  readonly retryDelayMs: number;
  readonly log: Logger;
  readonly metrics: Metrics;
}

export const registrationRetryDelayMs = 1_000;
/** A provider that is down all night is asked once a minute; the reconciler finds the payments meanwhile. */
const retryDelayMsMax = 60_000;

/**
 * Tells the provider where to call back, until it has heard. There is one address per key and putting the same one
 * again changes nothing, so every start does it. Payments do not wait for it: the reconciler needs no callback.
 */
export const startRegistration = (o: RegistrationOptions): (() => Promise<void>) => {
  const stopping = new AbortController();
  const registered = o.metrics.gauge(
    'repasse_pix_webhook_registered',
    '1 once the provider knows our callback address.',
  );
  registered.set(0);

  const register = async (): Promise<void> => {
    for (let delayMs = o.retryDelayMs; !stopping.signal.aborted; delayMs = Math.min(delayMs * 2, retryDelayMsMax)) {
      const answer = await o.client.putWebhook(o.key, o.callbackUrl, o.timeoutMs);
      if (answer.kind === 'answered') {
        registered.set(1);
        o.log.info({ provider: 'PIX_BCB' }, 'callback address registered');
        return;
      }
      o.log.warn(
        { provider: 'PIX_BCB', answer: answer.kind, retryInMs: delayMs },
        'callback address not registered yet',
      );
      await pause(delayMs, undefined, { signal: stopping.signal });
    }
  };

  const done = register().catch((fault: unknown) => {
    if (!stopping.signal.aborted) o.log.error({ err: fault }, 'callback address registration gave up');
  });
  return async () => {
    stopping.abort();
    await done;
  };
};
