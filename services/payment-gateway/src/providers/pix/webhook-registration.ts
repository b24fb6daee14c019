import { type BackoffLimits } from '@repasse/chassis/backoff';
import { type Logger } from '@repasse/chassis/log/logger';
import { type Metrics } from '@repasse/chassis/telemetry/metrics';
import { untilDone } from '@repasse/chassis/waiting/until-done';
import { type PixClient } from './client';

export interface RegistrationOptions {
  readonly client: PixClient;
  readonly key: string;
  /** The provider posts to this address with `/pix` behind it. */
  readonly callbackUrl: string;
  readonly timeoutMs: number;
  readonly log: Logger;
  readonly metrics: Metrics;
}

/** A provider that is down all night is asked once a minute; the reconciler finds the payments meanwhile. */
const retryDelays: BackoffLimits = { firstMs: 1_000, maxMs: 60_000 };

/**
 * Tells the provider where to call back, until it has heard. There is one address per key and putting the same one
 * again changes nothing, so every start does it. Payments do not wait for it: the reconciler needs no callback.
 */
export const startRegistration = (o: RegistrationOptions): (() => Promise<void>) => {
  const registered = o.metrics.gauge(
    'repasse_pix_webhook_registered',
    '1 once the provider knows our callback address.',
  );
  registered.set(0);

  const register = async (): Promise<boolean> => {
    const answer = await o.client.putWebhook(o.key, o.callbackUrl, o.timeoutMs);
    const isRegistered = answer.kind === 'answered';
    if (isRegistered) {
      registered.set(1);
      o.log.info({ provider: 'PIX_BCB' }, 'callback address registered');
    } else {
      o.log.warn({ provider: 'PIX_BCB', answer: answer.kind }, 'callback address not registered yet');
    }
    return isRegistered;
  };

  const registering = untilDone({ name: 'pix webhook', log: o.log, delays: retryDelays, run: register });
  return () => registering.stop();
};
