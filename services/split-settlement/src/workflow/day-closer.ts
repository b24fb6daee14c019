import { toIso, type Clock } from '@repasse/chassis/clock';
import { type Logger } from '@repasse/chassis/log/logger';
import { type Database } from '@repasse/chassis/postgres/database';
import { pollDue, type DuePoll } from '@repasse/chassis/waiting/poll-due';
import { addDays, dayAt, endOfDay, startOfDay } from '@repasse/values/brasilia-time';
import { findDayReport, keepDayReport, usersWithoutReport, type ReportOwner } from '../store/reports/day-reports';
import { proveDay } from '../store/reports/prove-day';
import { sumUpClosedDays } from '../store/reports/sum-up-days';
import { closeUntil } from '../store/reports/close-days';

/** Users whose reports are made between two looks: seconds of work, during which the service can still be stopped. */
const usersMax = 200;

/** A day's reports are not urgent; a request that comes sooner makes them. */
const backstopMs = 60_000;

export interface DayCloserOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
}

/** How far the closing of a day has come. */
interface Progress {
  readonly day: string;
  readonly afterUserId: number;
}

/**
 * Closes each day after midnight in São Paulo, adds it up for reports of months, and keeps its reports: the platform's, and those of all users with
 * entries of the day. Reports of earlier days, when the service was down, are made on request.
 */
export const startDayCloser = ({ db, clock, log }: DayCloserOptions): DuePoll => {
  let progress: Progress = { day: '', afterUserId: 0 };
  return pollDue({
    name: 'closing of days',
    clock,
    log,
    backstopMs,
    look: async () => {
      const now = toIso(clock.now());
      const today = dayAt(now);
      const day = addDays(today, -1);
      const next = await closeDay({ db, log, now }, progress.day === day ? progress : { day, afterUserId: 0 });
      progress = next ?? { day, afterUserId: 0 };
      const isMoreToSum = await sumUpClosedDays(db);
      return { isMore: isMoreToSum || next !== undefined, nextDueAt: endOfDay(today) };
    },
  });
};

/** Undefined when nothing is left to do. */
const closeDay = async (
  { db, log, now }: Pick<DayCloserOptions, 'db' | 'log'> & { readonly now: string },
  { day, afterUserId }: Progress,
): Promise<Progress | undefined> => {
  if ((await findDayReport(db, null, day)) !== undefined) return undefined;
  await closeUntil(db, endOfDay(day));
  const of = { day, from: startOfDay(day), to: endOfDay(day), afterUserId };
  const users = await usersWithoutReport(db, of, usersMax);
  const closeOf = async (owner: ReportOwner): Promise<void> => {
    const differences = await proveDay(db, await keepDayReport(db, owner, day, now), now);
    if (differences.length > 0) log.error({ day, owner, differences }, 'a closed day does not agree with the books');
  };
  for (const userId of users) await closeOf(userId);
  const last = users.at(-1);
  if (last !== undefined && users.length === usersMax) return { day, afterUserId: last };
  // Last, since it says that the others are made.
  await closeOf(null);
  log.info({ day }, 'day closed');
  return undefined;
};
