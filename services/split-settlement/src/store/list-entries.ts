import { type Tx } from '@repasse/chassis/postgres/database';
import { accountIdOf, type PostingKind, type TransactionKind, type UserAccountKind } from '../domain/ledger';
import { accountsOf, entryKindsOf } from '../domain/entries-of-transactions';
import { type StatementEntry } from '../domain/statement';

export interface EntryFilter {
  readonly userId: number;
  readonly chargeId?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** One of the user's accounts; all of them when absent. */
  readonly account?: UserAccountKind | undefined;
  readonly kind?: PostingKind | undefined;
  readonly transactionKind?: TransactionKind | undefined;
  readonly currency?: string | undefined;
}

/** Where a page ends: the next one begins behind it, however many entries have been booked meanwhile. */
export interface EntryPosition {
  readonly bookedAt: string;
  readonly entryId: number;
}

/** A user's entries, newest first. */
export const listEntries = (
  db: Tx,
  filter: EntryFilter,
  after: EntryPosition | undefined,
  limit: number,
): Promise<StatementEntry[]> => {
  const params: unknown[] = [];
  const parameter = (value: unknown): string => `$${params.push(value)}`;
  const accounts = `${parameter(accountIdsOf(filter))}::text[]`;
  const kinds = kindsOf(filter);
  const kindList = kinds && `${parameter(kinds)}::text[]`;
  const where = conditionsOf(filter, after, parameter).join(' and ');
  const page = `${newestFirst} limit ${parameter(limit)}`;
  const found =
    filter.chargeId === undefined
      ? entriesOfAccounts(accounts, kindList, where, page)
      : entriesOfCharge(parameter(filter.chargeId), accounts, kindList, where, page);
  return db.query<StatementEntry>(
    `select ${entryColumns} from (${found}) p join ledger_transactions t using (transaction_id) ${entryReferences}
     ${newestFirst}`,
    params,
  );
};

/** The reasons that are wanted; all when undefined. */
const kindsOf = ({ kind, transactionKind }: EntryFilter): readonly PostingKind[] | undefined => {
  if (transactionKind === undefined) return kind === undefined ? undefined : [kind];
  return entryKindsOf[transactionKind].filter((each) => kind === undefined || each === kind);
};

const accountIdsOf = ({ userId, account, transactionKind }: EntryFilter): string[] =>
  accountsOf(transactionKind)
    .filter((kind) => account === undefined || kind === account)
    .map((kind) => accountIdOf({ kind, userId }));

export const entryColumns = `
  p.entry_id as "entryId", p.transaction_id as "transactionId", p.kind, t.kind as "transactionKind",
  split_part(p.account_id, ':', 1) as "accountKind", p.direction, p.amount_minor as "amountMinor",
  p.balance_after_minor as "balanceAfterMinor", p.currency, t.charge_id as "chargeId",
  coalesce(r.payment_id, f.payment_id) as "paymentId", t.settlement_id as "settlementId",
  w.withdrawal_id as "withdrawalId", t.occurred_at as "occurredAt", p.booked_at as "bookedAt"`;

export const entryReferences = `
  left join coin_receipts r using (transaction_id)
  left join coin_refunds f using (transaction_id)
  left join withdrawal_transactions w using (transaction_id)`;

/**
 * Texts differ only by which filters are there: each is prepared once and finds its index. A condition that also holds
 * without a value, such as `kind = coalesce($1, kind)`, is planned as if it held for few rows.
 */
const conditionsOf = (
  { from, to, transactionKind, currency }: EntryFilter,
  after: EntryPosition | undefined,
  parameter: (value: unknown) => string,
): readonly string[] => [
  'true',
  ...(from === undefined ? [] : [`p.booked_at >= ${parameter(from)}::timestamptz`]),
  ...(to === undefined ? [] : [`p.booked_at < ${parameter(to)}::timestamptz`]),
  ...(after === undefined
    ? []
    : [`(p.booked_at, p.entry_id) < (${parameter(after.bookedAt)}::timestamptz, ${parameter(after.entryId)}::bigint)`]),
  ...(currency === undefined ? [] : [`p.currency = ${parameter(currency)}`]),
  ...(transactionKind === undefined
    ? []
    : [
        `exists (select from ledger_transactions k
                 where k.transaction_id = p.transaction_id and k.kind = ${parameter(transactionKind)} offset 0)`,
      ]),
];

const newestFirst = 'order by p.booked_at desc, p.entry_id desc';

/**
 * The newest of each account, or of each account and reason, and the newest of these: an index has each of them in the
 * order of the page, and is read as far as the page reaches.
 */
const entriesOfAccounts = (accounts: string, kinds: string | undefined, where: string, page: string): string => `
  select p.* from unnest(${accounts}) as a(account_id)
  ${kinds === undefined ? '' : `cross join unnest(${kinds}) as k(kind)`}
  cross join lateral (
    select * from postings p
    where p.account_id = a.account_id ${kinds === undefined ? '' : 'and p.kind = k.kind'} and ${where} ${page}
  ) p
  ${page}`;

/** A charge has few transactions, and `offset 0` keeps the planner from reading a user's whole account for them. */
const entriesOfCharge = (
  chargeId: string,
  accounts: string,
  kinds: string | undefined,
  where: string,
  page: string,
): string => `
  select p.*
  from (select transaction_id from ledger_transactions where charge_id = ${chargeId} offset 0) t cross join lateral (
    select * from postings p where p.transaction_id = t.transaction_id offset 0
  ) p
  where p.account_id = any (${accounts}) ${kinds === undefined ? '' : `and p.kind = any (${kinds})`} and ${where} ${page}`;
