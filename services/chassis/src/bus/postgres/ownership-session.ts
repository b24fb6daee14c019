import { type ConnectionOptions } from '../../postgres/connection';
import { openSession, type Session } from '../../postgres/session';
import { newsChannel } from './publisher';

/** The channel on which members of a group tell each other that one came or went. */
export const membersChannel = 'bus_members';

/**
 * The connection whose session locks say what this process owns. When it breaks, everything is lost at once, which
 * `term` tells: whoever owned something under an older term does not any more.
 */
export interface OwnershipSession {
  term(): number;
  query: Session['query'];
  /** False when another session, or another subscription of this process, has it. */
  tryLock(space: string, id: number): Promise<boolean>;
  unlock(space: string, id: number): Promise<void>;
  close(): Promise<void>;
}

export interface OwnershipListeners {
  readonly onNotification: (channel: string, payload: string) => void;
  readonly onLost: () => void;
}

export const openOwnershipSession = (options: ConnectionOptions, listeners: OwnershipListeners): OwnershipSession => {
  // A session may take its own lock twice, so two subscriptions of one process are told apart here.
  const held = new Set<string>();
  let opening: Promise<Session> | undefined;
  let term = 0;
  let isClosed = false;

  const open = async (): Promise<Session> => {
    const session = await openSession(options);
    session.onNotification(listeners.onNotification);
    session.onLost(() => {
      term += 1;
      held.clear();
      opening = undefined;
      listeners.onLost();
    });
    await session.query(`listen ${newsChannel}`);
    await session.query(`listen ${membersChannel}`);
    return session;
  };
  const current = (): Promise<Session> => {
    if (isClosed) return Promise.reject(new Error('The bus is closed.'));
    return (opening ??= open().catch((fault: unknown) => {
      opening = undefined;
      throw fault;
    }));
  };

  return {
    term: () => term,
    query: async <R extends object>(sql: string, params?: readonly unknown[]) =>
      (await current()).query<R>(sql, params),
    tryLock: async (space, id) => {
      const name = `${space} ${id}`;
      if (held.has(name)) return false;
      held.add(name);
      const isLocked = await lockOn(await current(), space, id).catch(() => false);
      if (!isLocked) held.delete(name);
      return isLocked;
    },
    unlock: async (space, id) => {
      held.delete(`${space} ${id}`);
      await (await current()).query('select pg_advisory_unlock(hashtext($1), $2::integer)', [space, id]);
    },
    close: async () => {
      isClosed = true;
      const session = await opening?.catch(() => undefined);
      await session?.close();
    },
  };
};

const lockOn = async (session: Session, space: string, id: number): Promise<boolean> => {
  const [row] = await session.query<{ isLocked: boolean }>(
    'select pg_try_advisory_lock(hashtext($1), $2::integer) as "isLocked"',
    [space, id],
  );
  return row?.isLocked === true;
};
