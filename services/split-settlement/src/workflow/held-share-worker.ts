import { toIso, type Clock } from '@repasse/chassis/clock';
import { type Ids } from '@repasse/chassis/ids';
import { type Logger } from '@repasse/chassis/log/logger';
import { type Database } from '@repasse/chassis/postgres/database';
import { pollDue, type DuePoll } from '@repasse/chassis/waiting/poll-due';
import { findDueHeldShare, settleHeldShares } from '../store/held-shares/settle';

/** The most in one database transaction, while which the ledger is locked. */
const batchMax = 100;

/** Events wake it: this is for those of a process that died before it did. */
const backstopMs = 60_000;

export interface HeldShareWorkerOptions {
  readonly db: Database;
  readonly ids: Ids;
  readonly clock: Clock;
  readonly log: Logger;
  readonly onSettled: () => void;
}

/** Gives shares that waited to their recipients, or back to the owners of their charges. */
export const startHeldShareWorker = ({ db, ids, clock, log, onSettled }: HeldShareWorkerOptions): DuePoll =>
  pollDue({
    name: 'shares that wait',
    clock,
    log,
    backstopMs,
    look: async () => {
      const now = toIso(clock.now());
      const { rows, nextDueAt } = await findDueHeldShare(db, now);
      const settled = rows.length > 0 ? await settleHeldShares(db, ids, now, batchMax) : 0;
      if (settled > 0) onSettled();
      return { isMore: settled === batchMax, nextDueAt };
    },
  });
