import { endOfDay } from '@repasse/values/brasilia-time';
import { daysOfMonth } from '../../domain/local-day';
import { findDayReports, keepDayReport, type ReportDatabase, type ReportOwner } from './day-reports';
import { proveDay, readProofs } from './prove-day';
import { digestOf } from './report-text';

export interface ClosedDay {
  readonly day: string;
  readonly sha256: string;
  readonly madeAt: string;
  /** When books, kept report and events were last compared and found equal; null where they differ. */
  readonly comparedAt: string | null;
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

/**
 * Makes what is not kept yet and compares the days that were not found right before; `isAnew` compares all of them. A day is
 * remembered as soon as it was compared, so what was cut off goes on where it was.
 */
export const readClosing = async (
  db: ReportDatabase,
  o: { readonly owner: ReportOwner; readonly month: string; readonly now: string; readonly isAnew: boolean },
): Promise<Closing> => {
  const { owner, month, now } = o;
  const all = daysOfMonth(month);
  const ended = all.filter((day) => endOfDay(day) <= now);
  const known = new Map((await findDayReports(db, owner, ended)).map((report) => [report.day, report]));
  const proofs = o.isAnew ? new Map<string, string>() : await readProofs(db, owner, ended);
  const days: ClosedDay[] = [];
  const differences: string[] = [];
  // One day after the other: each is a reading of all its entries.
  for (const day of ended) {
    const kept = known.get(day) ?? (await keepDayReport(db, owner, day, now));
    const provedAt = proofs.get(day);
    const found = provedAt === undefined ? await proveDay(db, kept, now) : [];
    const comparedAt = found.length > 0 ? null : (provedAt ?? now);
    days.push({ day, sha256: kept.sha256, madeAt: kept.madeAt, comparedAt });
    differences.push(...found);
  }
  return {
    ...{ month, days, isComplete: ended.length === all.length },
    sha256: digestOf(days.map(({ day, sha256 }) => `${day} ${sha256}\n`).join('')),
    differences,
  };
};
