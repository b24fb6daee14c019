import { type Database } from '@repasse/chassis/postgres/database';
import { daysOfMonth, endOfDay } from '../../domain/local-day';
import { compareDay } from './compare-day';
import { keepDayReport, type ReportOwner } from './day-reports';
import { digestOf } from './report-text';

export interface ClosedDay {
  readonly day: string;
  readonly sha256: string;
  readonly madeAt: string;
}

/** The closing of a month: the digests of its days, and whether the books still say what the kept reports say. */
export interface Closing {
  readonly month: string;
  /** Days that have ended. */
  readonly days: readonly ClosedDay[];
  readonly isComplete: boolean;
  /** SHA-256, in hex, of a line for each of the days: the day, a blank, its digest, a line feed. */
  readonly sha256: string;
  /** Where books, kept reports and events differ, a sentence each; the first of each day. */
  readonly differences: readonly string[];
}

/** Makes what is not kept yet, recomputes every day that has ended, and compares. */
export const readClosing = async (db: Database, owner: ReportOwner, month: string, now: string): Promise<Closing> => {
  const all = daysOfMonth(month);
  const ended = all.filter((day) => endOfDay(day) <= now);
  const days: ClosedDay[] = [];
  const differences: string[] = [];
  // One day after the other: each is a reading of all its entries.
  for (const day of ended) {
    const kept = await keepDayReport(db, owner, day, now);
    days.push({ day, sha256: kept.sha256, madeAt: kept.madeAt });
    differences.push(...(await compareDay(db, kept)));
  }
  return {
    ...{ month, days, isComplete: ended.length === all.length },
    sha256: digestOf(days.map(({ day, sha256 }) => `${day} ${sha256}\n`).join('')),
    differences,
  };
};
