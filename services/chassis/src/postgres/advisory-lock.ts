import { setTimeout as pause } from 'node:timers/promises';
import { type ConnectionOptions } from './connection';
import { openSession, type Session } from './session';

/** A lock that lives as long as its connection: kill -9 of the holder frees it at once. */
export interface HeldLock {
  /** The connection that holds the lock: statements on it fail, rather than run unlocked, once the lock is lost. */
  readonly session: Session;
  isHeld(): boolean;
  release(): Promise<void>;
}

/** How often a stand-by asks for the lock: after the holder has died, no process works for this long. */
const retryIntervalMs = 250;

/** Tries once; undefined while another session has the lock. */
export const holdAdvisoryLock = async (options: ConnectionOptions, lockName: string): Promise<HeldLock | undefined> => {
  const session = await openSession({ ...options, name: `${options.name} ${lockName}` });
  const isHeld = await tryLock(session, lockName);
  if (isHeld) return heldLock(session);
  await session.close();
  return undefined;
};

/** Stands by until the lock is free; undefined when the signal came first. */
export const awaitAdvisoryLock = async (
  options: ConnectionOptions,
  lockName: string,
  signal: AbortSignal,
): Promise<HeldLock | undefined> => {
  const session = await openSession({ ...options, name: `${options.name} ${lockName}` });
  while (!signal.aborted) {
    if (await tryLock(session, lockName)) return heldLock(session);
    await pause(retryIntervalMs, undefined, { signal }).catch(() => undefined);
  }
  await session.close();
  return undefined;
};

const tryLock = async (session: Session, lockName: string): Promise<boolean> => {
  try {
    const [row] = await session.query<{ isHeld: boolean }>(
      'select pg_try_advisory_lock(hashtextextended($1, 0)) as "isHeld"',
      [lockName],
    );
    return row?.isHeld === true;
  } catch (fault) {
    await session.close();
    throw fault;
  }
};

const heldLock = (session: Session): HeldLock => ({
  session,
  isHeld: () => session.isAlive(),
  release: () => session.close(),
});
