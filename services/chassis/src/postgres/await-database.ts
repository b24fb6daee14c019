import { setTimeout as pause } from 'node:timers/promises';
import { type BackoffLimits, backoffMs } from '../backoff';
import { type Logger } from '../log/logger';
import { isRetryableFault } from './faults';

/** Some five minutes: a recovery after a crash takes less. Then the process ends, and a person sees it. */
const triesMax = 80;
const pauses: BackoffLimits = { firstMs: 200, maxMs: 5_000 };

/**
 * Runs the work of a start that needs the database, and again while the database is away, starting or out of connections:
 * a process that ended instead would only be started again, and a supervisor waits longer each time. Other faults are thrown.
 */
export const awaitDatabase = async (log: Logger, work: () => Promise<void>): Promise<void> => {
  for (let tries = 1; tries < triesMax; tries += 1) {
    try {
      await work();
      return;
    } catch (fault) {
      if (!isRetryableFault(fault)) throw fault;
      // Logged once: the database's own log tells the rest.
      if (tries === 1) log.warn({ err: fault }, 'waiting for the database');
      await pause(backoffMs(tries, pauses));
    }
  }
  await work();
};
