import { type Tx } from '@repasse/chassis/postgres/database';
import { compareEntriesOf, openingDifferences } from '../../domain/compare-statements';
import { findMisstatedFrom, type Statement, type StatementEntry } from '../../domain/statement';
import { readClosedDay, textFromBooks, type DayReport } from './day-reports';
import { keptSettlementDay, keptStatement, keptText } from './kept-reports';
import { readSettlementDay, type SettlementDay } from './read-settlement-day';
import { digestOfPieces, statementText } from './report-text';

/** The first of a day are named: enough to see a pattern. */
const namedMax = 100;

/** Where the kept report of a day and the books differ, a sentence each. Neither is in memory as a whole. */
export const compareDay = async (tx: Tx, kept: DayReport): Promise<string[]> => {
  // An altered report is no evidence of what was booked.
  const isAltered = (await digestOfPieces(keptText(tx, kept))) !== kept.sha256;
  const altered = isAltered ? [`The kept report of ${kept.day} is not what its digest was made of.`] : [];
  const differences = kept.owner === null ? platformDay(tx, kept, isAltered) : userDay(tx, kept.owner, kept, isAltered);
  return [...altered, ...(await differences)].slice(0, namedMax);
};

const platformDay = async (tx: Tx, kept: DayReport, isAltered: boolean): Promise<string[]> => {
  if (isAltered || (await digestOfPieces(textFromBooks(tx, null, kept.day))) === kept.sha256) return [];
  return settlementDifferences(await keptSettlementDay(tx, kept), await readSettlementDay(tx, kept.day));
};

const userDay = async (tx: Tx, userId: number, kept: DayReport, isAltered: boolean): Promise<string[]> => {
  const current = await readClosedDay(tx, userId, kept.day);
  const misstated: StatementEntry[] = [];
  const digest = await digestOfPieces(statementText(noting(current, misstated)));
  // A report like the kept one needs no second reading.
  const compared =
    isAltered || digest === kept.sha256 ? [] : await compare(await keptStatement(tx, userId, kept), current);
  return [
    ...compared,
    ...misstated.map(
      ({ entryId, transactionId }) =>
        `Entry ${entryId} of ${kept.day} (${transactionId}): its balance is not what the entries up to it lead to.`,
    ),
  ];
};

/** The same statement; entries with a wrong balance are noted while it is read. */
const noting = (statement: Statement, misstated: StatementEntry[]): Statement => ({
  ...statement,
  entries: async function* () {
    const find = findMisstatedFrom(statement.openings);
    for await (const entries of statement.entries()) {
      misstated.push(...find(entries).slice(0, namedMax - misstated.length));
      yield entries;
    }
  },
});

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

const settlementDifferences = (kept: SettlementDay, current: SettlementDay): string[] => {
  const textOf = ({ lines }: SettlementDay): Map<string, string> =>
    new Map(lines.map((line) => [`${line.paymentMethod} in ${line.currency}`, JSON.stringify(line)]));
  const [before, now] = [textOf(kept), textOf(current)];
  return [...new Set([...before.keys(), ...now.keys()])]
    .filter((name) => before.get(name) !== now.get(name))
    .map((name) => `The settlement of ${kept.day} by ${name} is not the one of the kept report.`);
};
