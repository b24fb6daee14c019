import { brasiliaTime } from '@repasse/chassis/brasilia-time';
import { sumMinor } from '@repasse/chassis/money';
import { type Statement, type StatementAccount, type StatementEntry } from '../../domain/statement';
import { amountTextIn } from './amount-text';
import { csvOf, type CsvColumns } from './csv';
import { accountNames, entryColumns, entryView } from './entry-view';

/** The part of a statement that is about one account; all of it when none is named. */
export const ofAccount = (statement: Statement, account: StatementAccount['kind'] | undefined): Statement =>
  account === undefined
    ? statement
    : {
        ...statement,
        accounts: statement.accounts.filter(({ kind }) => kind === account),
        entries: statement.entries.filter(({ accountKind }) => accountKind === account),
      };

export const statementView = (statement: Statement, isClosed: boolean): object => {
  const { userId, currency, from, to, accounts, entries } = statement;
  const text = amountTextIn(currency);
  return {
    ...{ userId, currency, from, to, isClosed },
    openingBalance: text(sumOf(accounts, ({ openingMinor }) => openingMinor)),
    closingBalance: text(sumOf(accounts, ({ closingMinor }) => closingMinor)),
    accounts: accounts.map((account) => ({
      account: accountNames[account.kind],
      openingBalance: text(account.openingMinor),
      credits: text(account.creditMinor),
      debits: text(account.debitMinor),
      closingBalance: text(account.closingMinor),
    })),
    entries: entries.map(entryView),
  };
};

/** A surplus is payers' money and belongs to no balance. */
const sumOf = (accounts: readonly StatementAccount[], of: (account: StatementAccount) => number): number =>
  sumMinor(accounts.filter(({ kind }) => kind !== 'surplus_held').map(of));

interface Row {
  readonly day: string;
  readonly account: StatementAccount['kind'];
  readonly kind: string;
  readonly balanceMinor: number;
  readonly entry: StatementEntry | null;
}

/** Opening balances, entries and closing balances, a row each; amounts of entries add up from one to the other. */
export const statementCsv = (statement: Statement): string => {
  const text = amountTextIn(statement.currency);
  const columns: CsvColumns<Row> = {
    day: ({ day }) => day,
    account: ({ account }) => accountNames[account],
    kind: ({ kind }) => kind,
    ...entryCells(['amount']),
    balanceAfter: ({ balanceMinor }) => text(balanceMinor),
    currency: () => statement.currency,
    ...entryCells(['id', 'bookedAt', 'occurredAt', 'transactionKind', 'chargeId', 'paymentId']),
    ...entryCells(['settlementId', 'withdrawalId', 'transactionId']),
  };
  return csvOf(columns, rowsOf(statement));
};

const entryCells = (names: readonly string[]): CsvColumns<Row> =>
  Object.fromEntries(names.map((name) => [name, ({ entry }: Row) => (entry && entryColumns[name]?.(entry)) ?? null]));

const rowsOf = ({ from, to, accounts, entries }: Statement): Row[] => [
  ...accounts.map(({ kind, openingMinor }) => ({
    ...{ day: from, account: kind, kind: 'OPENING_BALANCE', balanceMinor: openingMinor, entry: null },
  })),
  ...entries.map((entry) => ({
    day: brasiliaTime(entry.bookedAt).slice(0, 10),
    account: entry.accountKind,
    kind: entry.kind,
    balanceMinor: entry.balanceAfterMinor,
    entry,
  })),
  ...accounts.map(({ kind, closingMinor }) => ({
    ...{ day: to, account: kind, kind: 'CLOSING_BALANCE', balanceMinor: closingMinor, entry: null },
  })),
];
