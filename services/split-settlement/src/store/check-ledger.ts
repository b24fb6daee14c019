import { exponentOf, formatMinor } from '@repasse/values/money';
import { type Tx } from '@repasse/chassis/postgres/database';
import { checkSqlOf } from './check-sql';

export interface CurrencyTotal {
  readonly currency: string;
  readonly debitMinor: number;
  readonly creditMinor: number;
}

export interface DriftedBalance {
  readonly accountId: string;
  readonly currency: string;
  readonly balanceMinor: number;
  readonly postedMinor: number;
}

/** The posted balance of an account, beside the one that plans, disputes, surpluses and withdrawals explain. */
export interface UnexplainedAccount {
  readonly accountId: string;
  readonly currency: string;
  readonly postedMinor: number;
  readonly explainedMinor: number;
}

export interface LedgerReport {
  readonly isBalanced: boolean;
  /** Everything that is out, added up regardless of direction or currency: 0 in a ledger that is right. */
  readonly imbalanceMinor: number;
  readonly transactionCount: number;
  readonly totals: readonly CurrencyTotal[];
  readonly unbalancedTransactionIds: readonly string[];
  readonly driftedBalances: readonly DriftedBalance[];
  readonly unexplainedAccounts: readonly UnexplainedAccount[];
}

/** The first of each are shown: enough to begin looking, and an answer of a size that can be read. */
const shownMax = 20;

interface CheckRow {
  readonly transaction_count: number;
  readonly totals: readonly CurrencyTotal[] | null;
  readonly unbalanced_minor: number;
  readonly unbalanced: readonly string[] | null;
  readonly drifted_minor: number;
  readonly drifted: readonly DriftedBalance[] | null;
  readonly unexplained_minor: number;
  readonly unexplained: readonly UnexplainedAccount[] | null;
  readonly proved_entry_id: number;
  readonly last_entry_id: number;
}

export interface Checked {
  readonly report: LedgerReport;
  /** The last entry that was proved before, and the last one that was read now. */
  readonly provedEntryId: number;
  readonly lastEntryId: number;
}

/**
 * Reads every posting: debits against credits in each transaction and in total, what is posted against what the balances
 * say, and what waits in an account against what is planned to leave it. One statement, so that all of it sees the ledger at one moment, while bookings go on.
 */
export const checkLedger = async (db: Tx): Promise<LedgerReport> => (await readCheck(db, 'all')).report;

/** The same, or of what was posted since the last proof, on top of the sums that were proved. */
export const readCheck = async (db: Tx, scope: 'all' | 'since the proof'): Promise<Checked> => {
  const [row] = await db.query<CheckRow>(checkSqlOf(scope), [shownMax]);
  if (row === undefined) throw new Error('The ledger check gave no answer.');
  const imbalanceMinor = row.unbalanced_minor + row.drifted_minor + row.unexplained_minor;
  const report = {
    isBalanced: imbalanceMinor === 0,
    imbalanceMinor,
    transactionCount: row.transaction_count,
    totals: row.totals ?? [],
    unbalancedTransactionIds: row.unbalanced ?? [],
    driftedBalances: row.drifted ?? [],
    unexplainedAccounts: row.unexplained ?? [],
  };
  return { report, provedEntryId: row.proved_entry_id, lastEntryId: row.last_entry_id };
};

/** The faults, a sentence each, with the name of the transaction or account. */
export const faultsOf = (report: LedgerReport): string[] => [
  ...report.unbalancedTransactionIds.map(unbalanced),
  ...report.driftedBalances.map(drifted),
  ...report.unexplainedAccounts.map(unexplained),
];

const unbalanced = (transactionId: string): string => `Transaction ${transactionId} does not balance.`;

const drifted = ({ accountId, currency, balanceMinor, postedMinor }: DriftedBalance): string => {
  const exponent = exponentOf(currency);
  return `The balance of ${accountId} says ${formatMinor(balanceMinor, exponent)} ${currency}, its postings add up to ${formatMinor(postedMinor, exponent)}.`;
};

const unexplained = ({ accountId, currency, postedMinor, explainedMinor }: UnexplainedAccount): string => {
  const exponent = exponentOf(currency);
  return `${accountId} holds ${formatMinor(postedMinor, exponent)} ${currency}, but what waits in it adds up to ${formatMinor(explainedMinor, exponent)}.`;
};
