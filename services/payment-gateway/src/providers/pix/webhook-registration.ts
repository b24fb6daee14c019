import { type ServiceParts } from '@repasse/chassis/service/parts';
import { startRegistering } from '../wire/register-callback';
import { type PixClient } from './client';

export interface RegistrationOptions extends Pick<ServiceParts, 'log' | 'metrics'> {
  readonly client: PixClient;
  readonly key: string;
  /** The provider posts to this address with `/pix` behind it. */
  readonly callbackUrl: string;
  readonly timeoutMs: number;
}

/** There is one address per key and putting the same one again changes nothing, so every start does it. */
export const startRegistration = (o: RegistrationOptions): (() => Promise<void>) => {
  const registered = o.metrics.gauge(
    'repasse_pix_webhook_registered',
    '1 once the provider knows our callback address.',
  );
  registered.set(0);
  return startRegistering('pix', o.log, async () => {
    const { outcome } = await o.client.putWebhook(o.key, o.callbackUrl, o.timeoutMs);
    if (outcome === 'answered') registered.set(1);
    return outcome === 'answered';
  });
};
