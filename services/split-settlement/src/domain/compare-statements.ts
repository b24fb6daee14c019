import { userAccountKinds } from './ledger';
import { type Openings, type StatementEntry } from './statement';

/**
 * Entries of one report that the other has not shown yet: so many are kept in memory, some 10 MB. Reports of which one has
 * lost more than this differ enough to stop.
 */
const unmatchedMax = 10_000;

/** How the opening balances of two reports of one day differ, a sentence each. */
export const openingDifferences = (day: string, kept: Openings, current: Openings): string[] =>
  userAccountKinds
    .filter((kind) => kept[kind] !== current[kind])
    .map((kind) => `The opening balance of ${kind} on ${day} is not the one of the kept report.`);

/**
 * Compares the entries of two reports of one day while both are read. An entry waits until the other report shows it too,
 * which in reports that hardly differ is at once.
 */
export const compareEntriesOf = (day: string) => {
  const [kept, current] = [new Map<number, StatementEntry>(), new Map<number, StatementEntry>()];
  const match = (id: number): string[] => {
    const [before, now] = [kept.get(id), current.get(id)];
    if (before === undefined || now === undefined) return [];
    kept.delete(id);
    current.delete(id);
    return changes(day, before, now);
  };
  return {
    /** The next entries of each; returns the differences of those that both have shown, a sentence each. */
    add: (before: readonly StatementEntry[], now: readonly StatementEntry[]): string[] => {
      for (const entry of before) kept.set(entry.entryId, entry);
      for (const entry of now) current.set(entry.entryId, entry);
      const ids = new Set([...before, ...now].map(({ entryId }) => entryId));
      return [...ids].flatMap(match);
    },
    isTooMuch: (): boolean => kept.size + current.size > unmatchedMax,
    /** The entries that only one of them has, when both have ended. */
    rest: (): string[] => [
      ...[...kept.values()].map(
        ({ entryId, transactionId }) => `Entry ${entryId} of ${day} (${transactionId}) is gone.`,
      ),
      ...[...current.values()].map(
        ({ entryId, transactionId }) => `Entry ${entryId} (${transactionId}) came to ${day} after it had closed.`,
      ),
    ],
  };
};

const changes = (day: string, before: StatementEntry, now: StatementEntry): string[] =>
  (Object.keys(before) as (keyof StatementEntry)[])
    .filter((field) => before[field] !== now[field])
    .map(
      (field) =>
        `Entry ${before.entryId} of ${day} (${before.transactionId}): ${field} was ${before[field]} and is ${now[field]}.`,
    );
