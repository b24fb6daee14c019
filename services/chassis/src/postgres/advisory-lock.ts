import { type ConnectionOptions } from './connection';
import { type Tx } from './database';
import { openSession } from './session';

/** A lock that lives as long as its connection: kill -9 of the holder frees it at once. */
export interface HeldLock {
  /** Statements on the connection that holds the lock: they fail, rather than run unlocked, once it is lost. */
  readonly tx: Tx;
  isHeld(): boolean;
  onLost(listener: () => void): void;
  release(): Promise<void>;
}

export const holdAdvisoryLock = async (options: ConnectionOptions, lockName: string): Promise<HeldLock | undefined> => {
  const session = await openSession({ ...options, name: `${options.name} ${lockName}` });
  try {
    const [row] = await session.query<{ isHeld: boolean }>(
      'select pg_try_advisory_lock(hashtextextended($1, 0)) as "isHeld"',
      [lockName],
    );
    if (row?.isHeld === true) {
      return { tx: session, isHeld: session.isAlive, onLost: session.onLost, release: session.close };
    }
  } catch (fault) {
    await session.close();
    throw fault;
  }
  await session.close();
  return undefined;
};
