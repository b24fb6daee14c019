import { type Logger } from '../log/logger';
import { type Database } from '../postgres/database';
import { lazyCommit } from '../postgres/lazy-commit';
import { every, type Poll } from '../waiting/poll';

/** Where the process that relays listens. */
export const wakeChannel = 'outbox';

const notifySql = `select ${lazyCommit}, pg_notify($1, '')`;

/**
 * Wakes the relay of another process. After the commit, never inside it, where NOTIFY takes a lock all writers share.
 * One that is lost is not repeated: the relay polls.
 */
export const createRemoteWake = (db: Database, log: Logger): Poll =>
  every({
    name: 'wake of the relay',
    log,
    firstDelayMs: Infinity,
    intervalMs: Infinity,
    run: () =>
      db
        .query(notifySql, [wakeChannel])
        .catch((fault: unknown) => log.debug({ err: fault }, 'relay was not woken and will poll')),
  });
