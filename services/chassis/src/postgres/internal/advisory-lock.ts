import { setTimeout as pause } from 'node:timers/promises';
import { type ConnectionOptions } from './connection';
import { openSession, type Session } from '../session';

/**
 * A lock that lives as long as its connection: kill -9 of the holder frees it at once. A holder that hangs loses it too,
 * because PostgreSQL ends a session that has been silent for ten seconds.
 */
export interface HeldLock {
  /** The connection that holds the lock: statements on it fail, rather than run unlocked, once the lock is lost. */
  readonly session: Session;
  isHeld(): boolean;
  /**
   * Throws when the lock is lost. Call it before work that another holder must not see: a process that was stopped for a
   * while goes on where it was, and does not know.
   */
  prove(): Promise<void>;
  release(): Promise<void>;
}

/** How often a stand-by asks for the lock: after the holder has died, no process works for this long. */
const retryIntervalMs = 250;

/** The server ends a session that is silent for so long. A process with a full CPU is slower than usual, and not this slow. */
const silenceMsMax = 10_000;

/** A process that works says something this often: two words may be late before the third is too late. */
const wordIntervalMs = 3_000;

/** Tries once; undefined while another session has the lock. */
export const holdAdvisoryLock = async (options: ConnectionOptions, lockName: string): Promise<HeldLock | undefined> => {
  const session = await openWorkingSession(options, lockName);
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
  const session = await openWorkingSession(options, lockName);
  while (!signal.aborted) {
    if (await tryLock(session, lockName)) return heldLock(session);
    await pause(retryIntervalMs, undefined, { signal }).catch(() => undefined);
  }
  await session.close();
  return undefined;
};

const openWorkingSession = async (options: ConnectionOptions, lockName: string): Promise<Session> => {
  const session = await openSession({ ...options, name: `${options.name} ${lockName}` });
  try {
    await endWhenSilent(session);
  } catch (fault) {
    await session.close();
    throw fault;
  }
  return session;
};

/**
 * From now on the server ends the session, and its locks, some seconds after the process stopped running. A process that
 * runs keeps it alive however long its work takes.
 */
export const endWhenSilent = async (session: Session): Promise<void> => {
  await session.query(`set idle_session_timeout = ${silenceMsMax}`);
  const timer = setInterval(() => {
    if (session.isAlive()) prove(session).catch(() => undefined);
    else clearInterval(timer);
  }, wordIntervalMs);
  timer.unref();
};

/** Costs a statement only where none was answered lately. The server cannot have ended the session sooner. */
const prove = async (session: Session): Promise<void> => {
  if (!session.isAlive()) throw new Error('The connection that held the lock is lost.');
  if (performance.now() - session.answeredAtMs() >= wordIntervalMs) await session.query('select');
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
  prove: () => prove(session),
  release: () => session.close(),
});
