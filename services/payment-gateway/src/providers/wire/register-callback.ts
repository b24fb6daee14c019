import { type BackoffLimits } from '@repasse/chassis/waiting/backoff';
import { type Logger } from '@repasse/chassis/log/logger';
import { untilDone } from '@repasse/chassis/waiting/until-done';

/** A provider that is down all night is asked once a minute; the reconciler finds the payments meanwhile. */
const retryDelays: BackoffLimits = { firstMs: 1_000, maxMs: 60_000 };

/** Tells a provider where to call back, until it has answered. Payments do not wait for it: the reconciler needs no callback. */
export const startRegistering = (
  provider: string,
  log: Logger,
  register: () => Promise<boolean>,
): (() => Promise<void>) => {
  const run = async (): Promise<boolean> => {
    const isRegistered = await register();
    if (isRegistered) log.info('callback address registered');
    else log.warn('callback address not registered yet');
    return isRegistered;
  };
  const registering = untilDone({ name: `${provider} callback address`, log, delays: retryDelays, run });
  return () => registering.stop();
};
