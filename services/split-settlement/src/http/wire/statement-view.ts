import { sumMinor } from '@repasse/values/money';
import { userAccountKinds, type UserAccountKind } from '../../domain/ledger';
import { addUpFrom, type Statement, type StatementAccount } from '../../domain/statement';
import { amountTextIn } from './amount-text';
import { accountNames, entryView } from './entry-view';

/** The requested part of a statement, and the facts that its answer states about it. */
export interface StatementAsked {
  /** One account; all of them when it is undefined. */
  readonly account: UserAccountKind | undefined;
  readonly isClosed: boolean;
  readonly madeAt: string;
}

export const accountsAsked = ({ account }: StatementAsked): readonly UserAccountKind[] =>
  account === undefined ? userAccountKinds : [account];

/** A statement as JSON, in pieces: the sums stand behind the entries, from which they are added up on the way. */
export async function* statementJson(statement: Statement, asked: StatementAsked): AsyncGenerator<string> {
  const { userId, currency, from, to, openings } = statement;
  const [text, kinds] = [amountTextIn(currency), accountsAsked(asked)];
  const openingBalance = text(balanceOf(kinds, (kind) => openings[kind]));
  const head = { userId, currency, from, to, isClosed: asked.isClosed, openingBalance };
  yield `${JSON.stringify(head).slice(0, -1)},"entries":[`;
  const sums = addUpFrom(openings);
  let separator = '';
  for await (const entries of statement.entries(asked.account)) {
    sums.add(entries);
    yield separator + entries.map((entry) => JSON.stringify(entryView(entry))).join(',');
    separator = ',';
  }
  const tail = {
    closingBalance: text(balanceOf(kinds, (kind) => sums.account(kind).closingMinor)),
    accounts: kinds.map((kind) => accountView(sums.account(kind), currency)),
  };
  yield `],${JSON.stringify(tail).slice(1)}`;
}

const accountView = (account: StatementAccount, currency: string): object => {
  const text = amountTextIn(currency);
  return {
    account: accountNames[account.kind],
    openingBalance: text(account.openingMinor),
    credits: text(account.creditMinor),
    debits: text(account.debitMinor),
    closingBalance: text(account.closingMinor),
  };
};

/** Of every account whose entries are shown, SURPLUS too: the opening balance and the entries lead to the closing one. */
const balanceOf = (kinds: readonly UserAccountKind[], minorOf: (kind: UserAccountKind) => number): number =>
  sumMinor(kinds.map(minorOf));
