import { type Database } from '@repasse/chassis/postgres/database';
import { dayAfterMonth, daysOfMonth, endOfDay, startOfDay } from '../../domain/local-day';
import { misstatedEntries, statementDifferences, type Statement } from '../../domain/statement';
import {
  digestOf,
  keepDayReport,
  makeBody,
  settlementDayIn,
  statementIn,
  type DayReport,
  type ReportOwner,
} from './day-reports';
import { readFactDifferences, type FactDifference } from './read-fact-differences';
import { type SettlementDay } from './read-settlement-day';

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
  /** Where books, kept reports and events differ, a sentence each. */
  readonly differences: readonly string[];
}

/** Makes what is not kept yet, recomputes every day that has ended, and compares. */
export const readClosing = async (db: Database, owner: ReportOwner, month: string, now: string): Promise<Closing> => {
  const all = daysOfMonth(month);
  const ended = all.filter((day) => endOfDay(day) <= now);
  const days: ClosedDay[] = [];
  const differences: string[] = [];
  // One day after the other: each may hold a day's entries in memory.
  for (const day of ended) {
    const kept = await keepDayReport(db, owner, day, now);
    days.push({ day, sha256: kept.sha256, madeAt: kept.madeAt });
    differences.push(...dayDifferences(owner, kept, await makeBody(db, owner, day)));
  }
  const period = { owner, from: startOfDay(`${month}-01`), to: startOfDay(dayAfterMonth(month)) };
  const facts = ended.length === 0 ? [] : await readFactDifferences(db, period);
  return {
    ...{ month, days, isComplete: ended.length === all.length },
    sha256: digestOf(days.map(({ day, sha256 }) => `${day} ${sha256}\n`).join('')),
    differences: [...differences, ...facts.map(factDifference)],
  };
};

const dayDifferences = (owner: ReportOwner, kept: DayReport, body: string): string[] => {
  const altered =
    digestOf(kept.body) === kept.sha256 ? [] : [`The kept report of ${kept.day} is not what its digest was made of.`];
  if (owner === null)
    return [...altered, ...settlementDifferences(settlementDayIn(kept), JSON.parse(body) as SettlementDay)];
  const [before, current] = [statementIn(kept), JSON.parse(body) as Statement];
  const misstated = misstatedEntries(current).map(
    ({ entryId, transactionId }) =>
      `Entry ${entryId} of ${kept.day} (${transactionId}): its balance is not what the entries up to it lead to.`,
  );
  return [...altered, ...statementDifferences(before, current), ...misstated];
};

const settlementDifferences = (kept: SettlementDay, current: SettlementDay): string[] => {
  const textOf = ({ lines }: SettlementDay): Map<string, string> =>
    new Map(lines.map((line) => [`${line.paymentMethod} in ${line.currency}`, JSON.stringify(line)]));
  const [before, now] = [textOf(kept), textOf(current)];
  return [...new Set([...before.keys(), ...now.keys()])]
    .filter((name) => before.get(name) !== now.get(name))
    .map((name) => `The settlement of ${kept.day} by ${name} is not the one of the kept report.`);
};

const factDifference = ({ transactionId, chargeId, userId, ...minor }: FactDifference): string =>
  `Transaction ${transactionId}${chargeId === null ? '' : ` of ${chargeId}`} moves user ${userId} by ${minor.bookedMinor}; its event says ${minor.expectedMinor}, in minor units.`;
