import { setTimeout as pause } from 'node:timers/promises';
import { type BackoffLimits, backoffMs } from '../backoff';
import { type Logger } from '../log/logger';
import { isRetryableFault } from './faults';

/** A recovery after a crash may take minutes. What is not mended then needs a person, who sees the process end. */
const waitMsMax = 5 * 60_000;
const pauses: BackoffLimits = { firstMs: 200, maxMs: 5_000 };

/**
 * Runs the work of a start that needs the database, and again while the database is away, starting or out of connections:
 * a process that ended instead would only be started again, and a supervisor waits longer each time. Other faults are thrown.
 */
export const awaitDatabase = async (log: Logger, work: () => Promise<void>): Promise<void> => {
  const deadlineMs = performance.now() + waitMsMax;
  for (let tries = 1; ; tries += 1) {
    try {
      await work();
      return;
    } catch (fault) {
      if (!isRetryableFault(fault) || performance.now() > deadlineMs) throw fault;
      // Said once: the database says itself why it is away.
      if (tries === 1) log.warn({ err: fault, waitMsMax }, 'waiting for the database');
      await pause(backoffMs(tries, pauses));
    }
  }
};
