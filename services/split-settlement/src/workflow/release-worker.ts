import { toIso, type Clock } from '@repasse/chassis/clock';
import { type Ids } from '@repasse/chassis/ids';
import { type Logger } from '@repasse/chassis/log/logger';
import { type Database } from '@repasse/chassis/postgres/database';
import { startPoll, type Poll } from './poll';
import { releaseDue } from '../store/release-due';

/** What one database transaction releases: some seconds' work for a morning on which a busy month comes due. */
const batchMax = 500;

export interface ReleaseWorkerOptions {
  readonly db: Database;
  readonly ids: Ids;
  readonly clock: Clock;
  readonly log: Logger;
  readonly pollIntervalMs: number;
  readonly onReleased: () => void;
}

/** Looks for money whose day has come, and goes on at once as long as there is more. */
export const startReleaseWorker = (o: ReleaseWorkerOptions): Poll =>
  startPoll('release of funds', o.pollIntervalMs, o.log, async (isStopping) => {
    for (let released = batchMax; released === batchMax && !isStopping();) {
      released = await releaseDue(o.db, o.ids, toIso(o.clock.now()), batchMax);
      if (released > 0) o.onReleased();
    }
  });
