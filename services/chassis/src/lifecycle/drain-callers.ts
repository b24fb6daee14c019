import { setTimeout as pause } from 'node:timers/promises';
import { drainDelayMs, type DrainConfig } from '../config/internal/drain-settings';
import { type Health } from '../health/health';
import { type Logger } from '../log/logger';

/**
 * Red first, then a while of ordinary service: load balancers learn from the readiness that they should look elsewhere,
 * and callers with kept connections from `Connection: close` on each answer. Only then may the port be closed.
 */
export const drainCallers = async ({
  health,
  log,
  drain,
}: {
  readonly health: Health;
  readonly log: Logger;
  readonly drain: DrainConfig;
}): Promise<void> => {
  health.drain();
  const delayMs = drainDelayMs(drain);
  if (delayMs === 0) return;
  log.info({ delayMs }, 'not ready any more, and still serving');
  await pause(delayMs);
};
