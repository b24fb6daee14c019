import { type Subscription } from '../bus/bus';
import { type Logger } from '../log/logger';

const checkIntervalMs = 5_000;

/** Restarts get this long before liveness turns red: a broker's restart takes seconds, and so does ours. */
const deadGraceMs = 60_000;

export interface Supervised {
  isAlive(): boolean;
  stop(): Promise<void>;
}

/** Keeps a subscription alive: one that has died is stopped and started again, for as long as it takes. */
export const superviseSubscription = async (
  start: () => Promise<Subscription>,
  log: Logger,
  intervalMs = checkIntervalMs,
): Promise<Supervised> => {
  let subscription = await start();
  let aliveAtMs = performance.now();
  let checking: Promise<void> = Promise.resolve();

  const check = async (): Promise<void> => {
    if (!subscription.isAlive()) {
      log.error('consumer has died and is started again');
      await subscription
        .stop()
        .catch((fault: unknown) => log.warn({ err: fault }, 'dead consumer could not be stopped'));
      subscription = await start();
    }
    aliveAtMs = performance.now();
  };
  let isChecking = false;
  const timer = setInterval(() => {
    if (isChecking) return;
    isChecking = true;
    checking = check()
      .catch((fault: unknown) => log.error({ err: fault }, 'consumer could not be started again'))
      .finally(() => (isChecking = false));
  }, intervalMs);
  timer.unref();

  return {
    isAlive: () => performance.now() - aliveAtMs < deadGraceMs,
    stop: async () => {
      clearInterval(timer);
      await checking;
      await subscription.stop();
    },
  };
};
