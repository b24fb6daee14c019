import { type Subscription } from '../../bus/bus';
import { type Logger } from '../../log/logger';
import { every } from '../../waiting/poll';

const checkIntervalMs = 5_000;

export interface Supervised {
  /** False when it could not be started again for a minute: a broker's restart takes seconds, and so does ours. */
  isAlive(): boolean;
  stop(): Promise<void>;
}

/** Keeps a subscription alive: a dead one is stopped and started again, for as long as it takes. */
export const superviseSubscription = async (
  start: () => Promise<Subscription>,
  log: Logger,
  intervalMs = checkIntervalMs,
): Promise<Supervised> => {
  let subscription = await start();

  const check = async (): Promise<void> => {
    if (subscription.isAlive()) return;
    log.error('consumer has died and is started again');
    await subscription.stop().catch((fault: unknown) => log.warn({ err: fault }, 'dead consumer could not be stopped'));
    subscription = await start();
  };
  const checking = every({ name: 'consumer check', log, intervalMs, firstDelayMs: intervalMs, run: check });

  return {
    isAlive: () => checking.isAlive(),
    stop: async () => {
      await checking.stop();
      await subscription.stop();
    },
  };
};
