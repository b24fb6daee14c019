import { toIso, type Clock } from '@repasse/chassis/clock';
import { type Ids } from '@repasse/chassis/ids';
import { type Logger } from '@repasse/chassis/log/logger';
import { type Database } from '@repasse/chassis/postgres/database';
import { pollDue, type DuePoll } from '@repasse/chassis/waiting/poll-due';
import { expireWaiting, findExpired } from '../store/expire-waiting';
import { type CountWithdrawal } from './withdrawal-metrics';

/** The most in one database transaction. */
const batchMax = 100;

export interface ExpiryWorkerOptions {
  readonly db: Database;
  readonly ids: Ids;
  readonly clock: Clock;
  readonly log: Logger;
  readonly count: CountWithdrawal;
  readonly onExpired: () => void;
}

/** Gives back the money of withdrawals that no second person released in time, which is days. */
export const startExpiryWorker = ({ db, ids, clock, log, count, onExpired }: ExpiryWorkerOptions): DuePoll =>
  pollDue({
    name: 'expiry of withdrawals',
    clock,
    log,
    look: async () => {
      const now = toIso(clock.now());
      const { rows, nextDueAt } = await findExpired(db, now, batchMax);
      const expired = rows.length > 0 ? await expireWaiting(db, ids, rows, now) : 0;
      for (let each = 0; each < expired; each += 1) count('canceled');
      if (expired > 0) onExpired();
      return { isMore: rows.length === batchMax, nextDueAt };
    },
  });
