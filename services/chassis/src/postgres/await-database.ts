import { setTimeout as pause } from 'node:timers/promises';
import { type BackoffLimits, backoffMs } from '../waiting/backoff';
import { type Logger } from '../log/logger';
import { isRetryableFault } from './faults';
import { explainTlsFault } from './server-access';

/** The variables that name databases. */
export type DatabaseSetting = 'POSTGRES_URL' | 'BUS_POSTGRES_URL' | 'MIGRATION_POSTGRES_URL';

/** Some five minutes: a recovery after a crash takes less. Then the process ends, and a person sees it. */
const triesMax = 80;
const pauses: BackoffLimits = { firstMs: 200, maxMs: 5_000 };

/**
 * Runs the work of a start that needs the database, and again while the database is away, starting or out of connections:
 * a process that ended instead would only be started again, and a supervisor waits longer each time. Other faults are thrown.
 */
export const awaitDatabase = async (
  log: Logger,
  work: () => Promise<void>,
  setting: DatabaseSetting = 'POSTGRES_URL',
): Promise<void> => {
  for (let tries = 1; tries < triesMax; tries += 1) {
    try {
      await work();
      return;
    } catch (fault) {
      if (!isRetryableFault(fault)) throw explainTlsFault(ofSetting(setting, fault));
      // Logged once: the database's own log tells the rest.
      if (tries === 1) log.warn({ err: fault, setting }, 'waiting for the database');
      await pause(backoffMs(tries, pauses));
    }
  }
  try {
    await work();
  } catch (fault) {
    throw ofSetting(setting, fault);
  }
};

/** Which variable a person has to mend, in words. */
const ofSetting = (setting: DatabaseSetting, fault: unknown): unknown => {
  const why = typeof fault === 'object' && fault !== null && 'code' in fault ? reasons[String(fault.code)] : undefined;
  return why === undefined ? fault : new Error(`${setting}: ${why}`, { cause: fault });
};

const reasons: Readonly<Record<string, string>> = {
  '28P01': 'the server does not accept this user and password.',
  '28000': 'the server does not let this user in.',
  '3D000': 'the server has no such database.',
  '42501': 'this user may not do what a start needs.',
  ENOTFOUND: 'no such host is known.',
  ECONNREFUSED: 'nobody listens at this host and port.',
  ETIMEDOUT: 'this host does not answer.',
};
