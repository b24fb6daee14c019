import { type ConfigOf } from '../config';
import { integer, optional, type Setting } from '../settings';

/**
 * A load balancer that asks every second or two, and gives up on an address after two red answers, has looked elsewhere
 * by then; so has Kubernetes, whose list of endpoints arrives at its proxies some seconds after SIGTERM.
 */
const productionDelayMs = 5_000;

/** A process is killed 30 s after SIGTERM and leaves after 25 s by itself; requests under way may need 10 s of them. */
const delayMsMax = 10_000;

const isProduction: Setting<boolean> = {
  name: 'NODE_ENV',
  words: {
    about: '`production` where money is real: SANDBOX is refused, and DRAIN_DELAY_MS has another default',
    shape: 'text',
    isRequired: false,
  },
  read: (raw) => ({ value: raw === 'production' }),
};

/** How long a process that is asked to stop still accepts requests. */
export const drainSettings = {
  delayMs: optional(
    integer('DRAIN_DELAY_MS', {
      about: `how long a process that is asked to stop serves on; ${productionDelayMs} where NODE_ENV is production, else 0`,
      min: 0,
      max: delayMsMax,
    }),
  ),
  isProduction,
};

export type DrainConfig = ConfigOf<typeof drainSettings>;

/** On a laptop nobody waits for it. */
export const drainDelayMs = (drain: DrainConfig): number =>
  drain.delayMs ?? (drain.isProduction ? productionDelayMs : 0);
