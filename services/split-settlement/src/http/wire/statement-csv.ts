import { brasiliaTime } from '@repasse/chassis/brasilia-time';
import { type UserAccountKind } from '../../domain/ledger';
import { addUpFrom, type Statement, type StatementEntry } from '../../domain/statement';
import { amountTextIn } from './amount-text';
import { csvHead, csvRows, type CsvColumns } from './csv';
import { accountNames, entryColumns } from './entry-view';
import { accountsAsked, type StatementAsked } from './statement-view';

interface Row {
  readonly day: string;
  readonly account: UserAccountKind;
  readonly kind: string;
  readonly balanceMinor: number;
  readonly entry: StatementEntry | null;
}

/** Opening balances, entries and closing balances, a row each; amounts of entries add up from one to the other. */
export async function* statementCsv(statement: Statement, asked: StatementAsked): AsyncGenerator<string> {
  const { from, to, openings } = statement;
  const [columns, kinds] = [columnsIn(statement.currency), accountsAsked(asked)];
  const balanceRows = (day: string, kind: string, minorOf: (account: UserAccountKind) => number): Row[] =>
    kinds.map((account) => ({ day, account, kind, balanceMinor: minorOf(account), entry: null }));
  yield (
    csvHead(columns) +
      csvRows(
        columns,
        balanceRows(from, 'OPENING_BALANCE', (account) => openings[account]),
      )
  );
  const sums = addUpFrom(openings);
  for await (const entries of statement.entries(asked.account)) {
    sums.add(entries);
    yield csvRows(columns, entries.map(entryRow));
  }
  yield csvRows(
    columns,
    balanceRows(to, 'CLOSING_BALANCE', (account) => sums.account(account).closingMinor),
  );
}

const columnsIn = (currency: string): CsvColumns<Row> => {
  const text = amountTextIn(currency);
  return {
    day: ({ day }) => day,
    account: ({ account }) => accountNames[account],
    kind: ({ kind }) => kind,
    ...entryCells(['amount']),
    balanceAfter: ({ balanceMinor }) => text(balanceMinor),
    currency: () => currency,
    ...entryCells(['id', 'bookedAt', 'occurredAt', 'transactionKind', 'chargeId', 'paymentId']),
    ...entryCells(['settlementId', 'withdrawalId', 'transactionId']),
  };
};

const entryCells = (names: readonly string[]): CsvColumns<Row> =>
  Object.fromEntries(names.map((name) => [name, ({ entry }: Row) => (entry && entryColumns[name]?.(entry)) ?? null]));

const entryRow = (entry: StatementEntry): Row => ({
  day: brasiliaTime(entry.bookedAt).slice(0, 10),
  account: entry.accountKind,
  kind: entry.kind,
  balanceMinor: entry.balanceAfterMinor,
  entry,
});
