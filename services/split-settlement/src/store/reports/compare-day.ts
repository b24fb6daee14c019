import { type Tx } from '@repasse/chassis/postgres/database';
import { endOfDay, startOfDay } from '@repasse/values/brasilia-time';
import { compareEntriesOf, openingDifferences } from '../../domain/compare-statements';
import { findMisstatedFrom, type Statement, type StatementEntry } from '../../domain/statement';
import { compareEvents, compareTransactions } from './compare-events';
import { readClosedDay, textFromBooks, type DayReport } from './day-reports';
import { keptSettlementDay, keptStatement, keptText } from './kept-reports';
import { readSettlementDay, type SettlementDay } from './read-settlement-day';
import { digestOfPieces, statementText } from './report-text';

/** The first of a day are named: enough to see a pattern. */
const namedMax = 100;

/**
 * Where books, kept report and events of a day differ, a sentence each: the ledger with the report that was kept, with its
 * own running balances, and with what it was given to book. None of them is in memory as a whole.
 */
export const compareDay = async (tx: Tx, kept: DayReport): Promise<string[]> => {
  // An altered report is no evidence of what was booked.
  const isAltered = (await digestOfPieces(keptText(tx, kept))) !== kept.sha256;
  const altered = isAltered ? [`The kept report of ${kept.day} is not what its digest was made of.`] : [];
  const differences = kept.owner === null ? platformDay(tx, kept, isAltered) : userDay(tx, kept.owner, kept, isAltered);
  // A transaction whose entries are in two batches is looked at twice.
  return [...new Set([...altered, ...(await differences)])].slice(0, namedMax);
};

const platformDay = async (tx: Tx, kept: DayReport, isAltered: boolean): Promise<string[]> => {
  const found: string[] = [];
  for await (const differences of compareEvents(tx, startOfDay(kept.day), endOfDay(kept.day))) {
    found.push(...differences);
    if (found.length >= namedMax) break;
  }
  if (isAltered || (await digestOfPieces(textFromBooks(tx, null, kept.day))) === kept.sha256) return found;
  const current = await readSettlementDay(tx, kept.day);
  return [...settlementDifferences(await keptSettlementDay(tx, kept), current), ...found];
};

const userDay = async (tx: Tx, userId: number, kept: DayReport, isAltered: boolean): Promise<string[]> => {
  const current = await readClosedDay(tx, userId, kept.day);
  const found: string[] = [];
  const digest = await digestOfPieces(statementText(checking(tx, current, found)));
  // A report like the kept one needs no second reading.
  const compared =
    isAltered || digest === kept.sha256 ? [] : await compare(await keptStatement(tx, userId, kept), current);
  return [...compared, ...found];
};

/** The same statement. While it is read, balances are checked and transactions compared with their events. */
const checking = (tx: Tx, statement: Statement, found: string[]): Statement => ({
  ...statement,
  entries: async function* () {
    const findMisstated = findMisstatedFrom(statement.openings);
    for await (const entries of statement.entries()) {
      if (found.length < namedMax) {
        const transactionIds = [...new Set(entries.map(({ transactionId }) => transactionId))];
        found.push(...findMisstated(entries).map(misstated(statement.from)));
        found.push(...(await compareTransactions(tx, statement.userId, transactionIds)));
      }
      yield entries;
    }
  },
});

const misstated =
  (day: string) =>
  ({ entryId, transactionId }: StatementEntry): string =>
    `Entry ${entryId} of ${day} (${transactionId}): its balance is not what the entries up to it lead to.`;

/** Reads both at the same pace. */
const compare = async (kept: Statement, current: Statement): Promise<string[]> => {
  const differences = openingDifferences(kept.from, kept.openings, current.openings);
  const comparison = compareEntriesOf(kept.from);
  const [before, now] = [kept, current].map((each) => each.entries()[Symbol.asyncIterator]()) as [Entries, Entries];
  while (differences.length < namedMax && !comparison.isTooMuch()) {
    const [one, other] = [await before.next(), await now.next()];
    if (one.done === true && other.done === true) break;
    differences.push(...comparison.add(one.done === true ? [] : one.value, other.done === true ? [] : other.value));
  }
  return [...differences, ...comparison.rest()];
};

type Entries = AsyncIterator<readonly StatementEntry[]>;

const settlementDifferences = (kept: SettlementDay, current: SettlementDay): string[] => [
  ...namesThatDiffer(kept.lines, current.lines, (line) => `${line.paymentMethod} in ${line.currency}`).map(
    (name) => `The settlement of ${kept.day} by ${name} is not the one of the kept report.`,
  ),
  ...namesThatDiffer(kept.events, current.events, ({ type }) => type).map(
    (type) => `The events of ${kept.day} of type ${type} are not those of the kept report.`,
  ),
];

/** The names of what two lists do not have in common. */
const namesThatDiffer = <T>(kept: readonly T[], current: readonly T[], nameOf: (each: T) => string): string[] => {
  const textOf = (list: readonly T[]) => new Map(list.map((each) => [nameOf(each), JSON.stringify(each)]));
  const [before, now] = [textOf(kept), textOf(current)];
  return [...new Set([...before.keys(), ...now.keys()])].filter((name) => before.get(name) !== now.get(name));
};
