import { exponentOf, formatMinor } from '@repasse/chassis/money';
import { type Tx } from '@repasse/chassis/postgres/database';

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
}

/**
 * Reads every posting: debits against credits in each transaction and in total, what is posted against what the balances
 * say, and what waits in an account against what is planned to leave it. One statement, so that all of it sees the ledger at one moment, while bookings go on.
 */
export const checkLedger = async (db: Tx): Promise<LedgerReport> => {
  const [row] = await db.query<CheckRow>(checkSql, [shownMax]);
  if (row === undefined) throw new Error('The ledger check gave no answer.');
  const imbalanceMinor = row.unbalanced_minor + row.drifted_minor + row.unexplained_minor;
  return {
    isBalanced: imbalanceMinor === 0,
    imbalanceMinor,
    transactionCount: row.transaction_count,
    totals: row.totals ?? [],
    unbalancedTransactionIds: row.unbalanced ?? [],
    driftedBalances: row.drifted ?? [],
    unexplainedAccounts: row.unexplained ?? [],
  };
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

const checkSql = `
  with lines as not materialized (
    select transaction_id, account_id, currency, direction, amount_minor,
           case direction when 'credit' then amount_minor else -amount_minor end as signed_minor
    from postings
  ), unbalanced as (
    select t.transaction_id, coalesce(sum(abs(n.net_minor)), 0) as off_minor, count(n.net_minor) = 0 as is_empty
    from ledger_transactions t
    left join (select transaction_id, currency, sum(signed_minor) as net_minor from lines group by 1, 2) n
      using (transaction_id)
    group by t.transaction_id
    having count(n.net_minor) = 0 or sum(abs(n.net_minor)) <> 0
  ), posted as (
    select account_id, currency, sum(signed_minor) as posted_minor from lines group by account_id, currency
  ), drifted as (
    select account_id, currency, coalesce(b.balance_minor, 0) as balance_minor, coalesce(p.posted_minor, 0) as posted_minor
    from balances b full join posted p using (account_id, currency)
    where coalesce(b.balance_minor, 0) <> coalesce(p.posted_minor, 0)
  ), waiting as (
    select source || ':' || user_id as account_id, currency, amount_minor - taken_minor as waiting_minor
    from releases where transaction_id is null
    union all
    select 'dispute_held:' || s.user_id, r.currency, s.amount_minor
    from reversals r join reversal_shares s using (reversal_id)
    where r.kind = 'DISPUTE' and not exists (select from dispute_decisions d where d.dispute_id = r.reversal_id)
    union all
    select 'surplus_held:' || user_id, currency, held_minor from surpluses
    union all
    select 'withdrawal_held:' || user_id, currency, amount_minor from withdrawals where status = 'pending'
  ), explained as (
    select account_id, currency, sum(waiting_minor) as explained_minor from waiting group by account_id, currency
  ), unexplained as (
    select account_id, currency, coalesce(p.posted_minor, 0) as posted_minor,
           coalesce(e.explained_minor, 0) as explained_minor
    from explained e full join (
      select * from posted where account_id ~ '^(user_pending|user_reserve|dispute_held|surplus_held|withdrawal_held):'
    ) p using (account_id, currency)
    where coalesce(p.posted_minor, 0) <> coalesce(e.explained_minor, 0)
  )
  select
    (select count(*) from ledger_transactions) as transaction_count,
    (select json_agg(t order by t.currency) from (
      select currency,
             coalesce(sum(amount_minor) filter (where direction = 'debit'), 0) as "debitMinor",
             coalesce(sum(amount_minor) filter (where direction = 'credit'), 0) as "creditMinor"
      from lines group by currency) t) as totals,
    -- An empty transaction is off by nothing that can be counted, and still must be noticed.
    (select coalesce(sum(greatest(off_minor, is_empty::int)), 0)::bigint from unbalanced) as unbalanced_minor,
    (select json_agg(transaction_id) from (select transaction_id from unbalanced order by 1 limit $1) u) as unbalanced,
    (select coalesce(sum(abs(balance_minor - posted_minor)), 0)::bigint from drifted) as drifted_minor,
    (select json_agg(json_build_object('accountId', account_id, 'currency', currency,
                                       'balanceMinor', balance_minor, 'postedMinor', posted_minor))
     from (select * from drifted order by account_id, currency limit $1) d) as drifted,
    (select coalesce(sum(abs(posted_minor - explained_minor)), 0)::bigint from unexplained) as unexplained_minor,
    (select json_agg(json_build_object('accountId', account_id, 'currency', currency,
                                       'postedMinor', posted_minor, 'explainedMinor', explained_minor))
     from (select * from unexplained order by account_id, currency limit $1) u) as unexplained`;
