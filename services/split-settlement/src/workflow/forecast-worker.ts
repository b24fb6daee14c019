import { toIso, type Clock } from '@repasse/chassis/clock';
import { type Logger } from '@repasse/chassis/log/logger';
import { type Database } from '@repasse/chassis/postgres/database';
import { pollDue, type DuePoll } from '@repasse/chassis/waiting/poll-due';
import { findNextRun, type NextRun } from '../store/payouts/due-forecasts';
import { forecastRun } from '../store/payouts/forecast-run';

export interface ForecastWorkerOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
  /** How long before a run its sum is looked at first. */
  readonly leadMs: number;
}

/** Sales and releases before the run change its sum. */
const everyMs = 600_000;

/** A first schedule for today may be set within the lead: somebody has still to fill the account. */
const backstopMs = 60_000;

/** Looks what the next run will pay while there is time to fill the account it leaves from. */
export const startForecastWorker = ({ db, clock, log, leadMs }: ForecastWorkerOptions): DuePoll =>
  pollDue({
    name: 'forecasts of payouts',
    clock,
    log,
    backstopMs,
    look: async () => {
      const now = toIso(clock.now());
      const run = await findNextRun(db, now);
      if (run === undefined) return { isMore: false, nextDueAt: null };
      const dueMs = dueMsOf(run, leadMs);
      if (dueMs > Date.parse(now)) return { isMore: false, nextDueAt: toIso(new Date(dueMs)) };
      const { rails } = await forecastRun(db, { runAt: run.runAt, now });
      log.info({ runAt: run.runAt, rails }, 'next run of payouts looked at');
      return { isMore: true, nextDueAt: null };
    },
  });

const dueMsOf = ({ runAt, forecastAt }: NextRun, leadMs: number): number =>
  forecastAt === null ? Date.parse(runAt) - leadMs : Date.parse(forecastAt) + everyMs;
