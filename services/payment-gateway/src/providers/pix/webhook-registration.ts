import { type Metrics } from '@repasse/chassis/telemetry/metrics';
import { startRegistering } from '../wire/register-callback';
import { type PixContext } from './client';

/**
 * There is one address per key and putting the same one again changes nothing, so every start does it. The provider
 * posts to `callbackUrl` with `/pix` behind it.
 */
export const startRegistration = (o: PixContext, callbackUrl: string, metrics: Metrics): (() => Promise<void>) => {
  const registered = metrics.gauge('repasse_pix_webhook_registered', '1 once the provider knows our callback address.');
  registered.set(0);
  return startRegistering('pix', o.log, async () => {
    const { outcome } = await o.client.putWebhook(o.key, callbackUrl, o.timings.exchangeTimeoutMs);
    if (outcome === 'answered') registered.set(1);
    return outcome === 'answered';
  });
};
