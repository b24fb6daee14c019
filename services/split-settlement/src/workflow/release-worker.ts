import { toIso, type Clock } from '@repasse/chassis/clock';
import { type Ids } from '@repasse/chassis/ids';
import { type Logger } from '@repasse/chassis/log/logger';
import { type Database } from '@repasse/chassis/postgres/database';
import { pollDue, type DuePoll } from '@repasse/chassis/waiting/poll-due';
import { findDueRelease, releaseDue } from '../store/release-due';

/** The most releases in one database transaction: some seconds' work on a morning on which a busy month comes due. */
const batchMax = 500;

export interface ReleaseWorkerOptions {
  readonly db: Database;
  readonly ids: Ids;
  readonly clock: Clock;
  readonly log: Logger;
  readonly onReleased: () => void;
}

/**
 * Releases money whose day has come. Bookings need not tell of what they plan: it is due in days, and what is due at once
 * is released with the booking.
 */
export const startReleaseWorker = ({ db, ids, clock, log, onReleased }: ReleaseWorkerOptions): DuePoll =>
  pollDue({
    name: 'release of funds',
    clock,
    log,
    look: async () => {
      const now = toIso(clock.now());
      const { rows, nextDueAt } = await findDueRelease(db, now);
      const released = rows.length > 0 ? await releaseDue(db, ids, now, batchMax) : 0;
      if (released > 0) onReleased();
      return { isMore: released === batchMax, nextDueAt };
    },
  });
