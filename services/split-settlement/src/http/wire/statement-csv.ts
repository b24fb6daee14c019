import { brasiliaTime } from '@repasse/values/brasilia-time';
import { amountCell, csvHead, csvRows, type CsvColumns } from '@repasse/values/csv';
import { type UserAccountKind } from '../../domain/ledger';
import { addUpFrom, type Statement } from '../../domain/statement';
import { amountTextIn } from './amount-text';
import { kindTexts } from './entry-texts';
import { accountCell, entryColumns, entryRowsOf, type EntryRow, type EntryWriting } from './entry-view';
import { accountsAsked, type StatementAsked } from './statement-view';

interface Word {
  readonly word: string;
  readonly pt: string;
}

const balanceTexts = {
  opening: { word: 'OPENING_BALANCE', pt: 'Saldo inicial' },
  closing: { word: 'CLOSING_BALANCE', pt: 'Saldo final' },
};

interface Row {
  readonly day: string;
  readonly account: UserAccountKind;
  readonly kind: Word;
  readonly balanceMinor: number;
  readonly row: EntryRow | null;
}

/** Opening balances, entries and closing balances, a row each; amounts of entries add up from one to the other. */
export async function* statementCsv(
  statement: Statement,
  asked: StatementAsked,
  { style, detailsOf }: EntryWriting,
): AsyncGenerator<string> {
  const { from, to, openings } = statement;
  const [columns, kinds] = [columnsIn(statement.currency), accountsAsked(asked)];
  const balanceRows = (day: string, kind: Word, minorOf: (account: UserAccountKind) => number): Row[] =>
    kinds.map((account) => ({ day, account, kind, balanceMinor: minorOf(account), row: null }));
  yield (
    csvHead(columns, style) +
      csvRows(
        columns,
        balanceRows(from, balanceTexts.opening, (account) => openings[account]),
        style,
      )
  );
  const sums = addUpFrom(openings);
  for await (const entries of statement.entries(asked.account)) {
    sums.add(entries);
    yield csvRows(columns, (await entryRowsOf(entries, detailsOf)).map(rowOf), style);
  }
  yield csvRows(
    columns,
    balanceRows(to, balanceTexts.closing, (account) => sums.account(account).closingMinor),
    style,
  );
}

const columnsIn = (currency: string): CsvColumns<Row> => {
  const text = amountTextIn(currency);
  return {
    day: ({ day }) => ({ day }),
    account: ({ account }) => accountCell(account),
    kind: ({ kind }) => kind,
    ...entryCells(['amount']),
    balanceAfter: ({ balanceMinor }) => amountCell(text(balanceMinor)),
    currency: () => currency,
    ...entryCells(['id', 'bookedAt', 'occurredAt', 'transactionKind', 'chargeId', 'paymentId']),
    ...entryCells(['settlementId', 'withdrawalId', 'transactionId']),
    ...entryCells(['externalReference', 'description', 'counterparty', 'endToEndId']),
  };
};

const entryCells = (names: readonly string[]): CsvColumns<Row> =>
  Object.fromEntries(names.map((name) => [name, ({ row }: Row) => (row && entryColumns[name]?.(row)) ?? null]));

const rowOf = (row: EntryRow): Row => {
  const { entry } = row;
  return {
    day: brasiliaTime(entry.bookedAt).slice(0, 10),
    account: entry.accountKind,
    kind: { word: entry.kind, pt: kindTexts[entry.kind] },
    balanceMinor: entry.balanceAfterMinor,
    row,
  };
};
