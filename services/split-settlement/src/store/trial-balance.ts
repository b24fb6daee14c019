import { type PaymentMethod } from '@repasse/contracts';
import { type Tx } from '@repasse/chassis/postgres/database';

/** All accounts of one kind in one currency. */
export interface KindLine {
  readonly kind: string;
  readonly currency: string;
  readonly accountCount: number;
  readonly debitMinor: number;
  readonly creditMinor: number;
  readonly balanceMinor: number;
}

/** The expected and the booked amount of an event, where the two differ. */
export interface EventDifference {
  readonly eventId: string;
  readonly type: string;
  readonly subject: string;
  readonly party: string;
  readonly currency: string;
  readonly expectedMinor: number;
  readonly bookedMinor: number;
}

/** An account that only providers or the platform move: what the events lead to, and what was booked. */
export interface EventLine {
  readonly accountId: string;
  readonly currency: string;
  readonly eventsMinor: number;
  readonly bookedMinor: number;
}

/** An entry whose balance is not the sum of its account's entries up to it, or that is dated before the one before it. */
export interface MisstatedEntry {
  readonly accountId: string;
  readonly entryId: number;
  readonly transactionId: string;
  readonly balanceAfterMinor: number;
  readonly postedMinor: number;
}

/** The effect of an event, as a row. */
export interface EffectRow {
  readonly event_id: string;
  readonly sha256: string;
  readonly type: string;
  readonly subject: string;
  readonly is_divided: boolean;
  /** Null for an event that moves nothing between parties. */
  readonly party: string | null;
  readonly currency: string;
  readonly minor: number;
}

/** The amount that an event by itself moves on an account of a user, or on all of a kind, for one reason, as a row. */
export interface AccountEffectRow {
  readonly event_id: string;
  readonly type: string;
  readonly subject: string;
  readonly account: string;
  readonly kind: string;
  readonly currency: string;
  readonly minor: number;
}

/** The first of each are named: enough to begin looking. */
const namedMax = 100;

export const readKindLines = (tx: Tx): Promise<KindLine[]> =>
  tx.query<KindLine>(`
    select a.kind, p.currency, count(*) as "accountCount", sum(p.debit_minor)::bigint as "debitMinor",
           sum(p.credit_minor)::bigint as "creditMinor", sum(coalesce(b.balance_minor, 0))::bigint as "balanceMinor"
    from (
      select account_id, currency,
             coalesce(sum(amount_minor) filter (where direction = 'debit'), 0) as debit_minor,
             coalesce(sum(amount_minor) filter (where direction = 'credit'), 0) as credit_minor
      from postings group by account_id, currency
    ) p join accounts a using (account_id) left join balances b using (account_id, currency)
    group by a.kind, p.currency order by p.currency, a.kind`);

export const readMisstatedEntries = (tx: Tx): Promise<MisstatedEntry[]> =>
  tx.query<MisstatedEntry>(
    `select distinct on (account_id, currency) account_id as "accountId", entry_id as "entryId",
            transaction_id as "transactionId", balance_after_minor as "balanceAfterMinor",
            posted_minor::bigint as "postedMinor"
     from (
       select account_id, currency, entry_id, transaction_id, balance_after_minor, booked_at,
              sum(case direction when 'credit' then amount_minor else -amount_minor end)
                over (partition by account_id, currency order by entry_id) as posted_minor,
              lag(booked_at) over (partition by account_id, currency order by entry_id) as before_at
       from postings
     ) p
     where balance_after_minor <> posted_minor or booked_at < before_at
     order by account_id, currency, entry_id limit $1`,
    [namedMax],
  );

/** A place for what the events lead to, for as long as the transaction lasts. */
export const createEffects = async (tx: Tx): Promise<void> => {
  await tx.query(`
    create temp table event_effects (
      event_id text, sha256 text, type text, subject text, is_divided boolean, party text, currency text, minor bigint,
      unique nulls not distinct (event_id, party)
    ) on commit drop;
    create temp table account_effects (
      event_id text, type text, subject text, account text, kind text, currency text, minor bigint,
      primary key (event_id, account, kind)
    ) on commit drop`);
};

/** The same rows again change nothing. */
export const addEffects = async (tx: Tx, rows: readonly EffectRow[]): Promise<void> => {
  if (rows.length === 0) return;
  await tx.query(
    `insert into event_effects (event_id, sha256, type, subject, is_divided, party, currency, minor)
     select event_id, sha256, type, subject, is_divided, party, currency, minor
     from json_populate_recordset(null::event_effects, $1::json)
     on conflict do nothing`,
    [JSON.stringify(rows)],
  );
};

/** The same rows again change nothing. */
export const addAccountEffects = async (tx: Tx, rows: readonly AccountEffectRow[]): Promise<void> => {
  if (rows.length === 0) return;
  await tx.query(
    `insert into account_effects (event_id, type, subject, account, kind, currency, minor)
     select event_id, type, subject, account, kind, currency, minor
     from json_populate_recordset(null::account_effects, $1::json)
     on conflict do nothing`,
    [JSON.stringify(rows)],
  );
};

/** How many events were read. Counted by the database: a day of a large platform has more ids than a set holds. */
export const countEvents = async (tx: Tx): Promise<number> => {
  const [row] = await tx.query<{ count: number }>('select count(distinct event_id) as count from event_effects');
  return row?.count ?? 0;
};

/** Users' own accounts on which something else is booked than their events say. */
export const readAccountDifferences = (tx: Tx): Promise<EventDifference[]> =>
  tx.query<EventDifference>(
    `select e.event_id as "eventId", e.type, e.subject, e.account || ' (' || e.kind || ')' as party, e.currency,
            e.minor as "expectedMinor", coalesce(b.minor, 0)::bigint as "bookedMinor"
     from account_effects e left join (
       select t.event_id, a.account, p.kind, p.currency,
              sum(case p.direction when 'credit' then p.amount_minor else -p.amount_minor end) as minor
       from ledger_transactions t join postings p using (transaction_id)
       -- Of the account itself, and of all of its kind together.
       cross join lateral unnest(array[p.account_id, split_part(p.account_id, ':', 1)]) as a(account)
       where t.event_id is not null group by t.event_id, a.account, p.kind, p.currency
     ) b using (event_id, account, kind, currency)
     where e.minor <> coalesce(b.minor, 0) order by e.event_id, e.account, e.kind limit $1`,
    [namedMax],
  );

// A user's accounts are one party, since which of them is touched depends on what was there.
const booked = `
  select t.event_id, coalesce('user:' || a.user_id, a.account_id) as party, a.kind, p.currency,
         sum(case p.direction when 'credit' then p.amount_minor else -p.amount_minor end)::bigint as minor
  from ledger_transactions t join postings p using (transaction_id) join accounts a using (account_id)
  group by t.event_id, a.user_id, a.account_id, a.kind, p.currency`;

export const readEventDifferences = (tx: Tx): Promise<EventDifference[]> =>
  tx.query<EventDifference>(
    `with known as (
       select event_id, min(type) as type, min(subject) as subject, bool_and(is_divided) as is_divided
       from event_effects group by event_id
     ), booked as (
       select k.event_id, b.party, b.currency, sum(b.minor)::bigint as minor
       from (${booked}) b join known k using (event_id)
       where k.is_divided or b.kind = 'provider_clearing' group by k.event_id, b.party, b.currency
     )
     select k.event_id as "eventId", k.type, k.subject, d.party, d.currency, d.expected_minor as "expectedMinor",
            d.booked_minor as "bookedMinor"
     from (
       select event_id, party, currency, coalesce(e.minor, 0) as expected_minor, coalesce(b.minor, 0) as booked_minor
       from (select * from event_effects where party is not null) e full join booked b using (event_id, party, currency)
     ) d join known k using (event_id)
     where d.expected_minor <> d.booked_minor order by k.event_id, d.party limit $1`,
    [namedMax],
  );

/** A sum that reports read, where it is not what its entries or releases add up to. */
export interface MisstatedSum {
  readonly what: 'fees' | 'receivables';
  readonly userId: number;
  readonly day: string;
  readonly paymentMethod: PaymentMethod;
  readonly currency: string;
  readonly summedMinor: number;
  readonly postedMinor: number;
}

/** Days that are added up already, and releases that wait. Gross amounts and fees are compared as one sum. */
export const readMisstatedSums = (tx: Tx): Promise<MisstatedSum[]> =>
  tx.query<MisstatedSum>(
    `select what, user_id as "userId", day::text as day, payment_method as "paymentMethod", currency,
            coalesce(s.minor, 0)::bigint as "summedMinor", coalesce(p.minor, 0)::bigint as "postedMinor"
     from (
       select 'fees' as what, user_id, day, payment_method, currency, gross_minor + fee_minor as minor from fee_days
       union all
       select 'receivables', user_id, day, payment_method, currency, sum(amount_minor) from receivable_days
       group by user_id, day, payment_method, currency
     ) s full join (
       select 'fees' as what, a.user_id, (p.booked_at at time zone interval '-3 hours')::date as day,
              coalesce(s.payment_method, r.payment_method) as payment_method, p.currency, sum(p.amount_minor) as minor
       from postings p join ledger_transactions t using (transaction_id) join accounts a using (account_id)
       left join settlements s using (settlement_id) left join coin_receipts r using (transaction_id)
       where p.kind in ('GROSS', 'FEE') and a.kind in ('user_pending', 'user_available')
         and p.booked_at < (select summed_until from summed_days)
       group by 2, 3, 4, 5
       union all
       select 'receivables', r.user_id, (r.due_at at time zone interval '-3 hours')::date,
              coalesce(s.payment_method, 'CRYPTO'), r.currency, sum(r.amount_minor - r.taken_minor)
       from releases r left join settlements s using (settlement_id)
       where r.transaction_id is null group by 2, 3, 4, 5
     ) p using (what, user_id, day, payment_method, currency)
     where coalesce(s.minor, 0) <> coalesce(p.minor, 0) order by what, user_id, day limit $1`,
    [namedMax],
  );

/** How an event on the bus and the one that the ledger remembers differ. */
export interface RecordDifference {
  readonly eventId: string;
  readonly type: string;
  readonly subject: string;
  /** ALTERED: the two say different things. */
  readonly kind: 'NOT_ON_BUS' | 'NOT_REMEMBERED' | 'ALTERED';
}

export const readRecordDifferences = (tx: Tx): Promise<RecordDifference[]> =>
  tx.query<RecordDifference>(
    `select event_id as "eventId", coalesce(k.type, e.type) as type, coalesce(k.subject, e.subject) as subject,
            case when k.event_id is null then 'NOT_ON_BUS' when e.event_id is null then 'NOT_REMEMBERED' else 'ALTERED' end
              as kind
     from booked_events e full join (
       select event_id, min(sha256) as sha256, min(type) as type, min(subject) as subject, bool_or(party is not null) as is_moving
       from event_effects group by event_id
     ) k using (event_id)
     where e.sha256 is distinct from k.sha256 and (e.event_id is not null or k.is_moving)
     order by event_id limit $1`,
    [namedMax],
  );

/**
 * Transactions whose event is not among those consumed, and those of the ledger's own that move money between parties, but
 * for the fee of a payout, which its withdrawal says, and for shares that waited and were claimed.
 */
export const readUnexplainedTransactions = async (tx: Tx): Promise<string[]> => {
  const rows = await tx.query<{ transaction_id: string }>(
    `select transaction_id from ledger_transactions t
     where event_id is not null and not exists (select from event_effects e where e.event_id = t.event_id)
     union all
     select distinct transaction_id from (
       select t.transaction_id
       from ledger_transactions t join postings p using (transaction_id) join accounts a using (account_id)
       left join withdrawal_transactions wt using (transaction_id) left join withdrawals w using (withdrawal_id)
       where t.event_id is null and not (p.kind = 'PAYOUT_FEE' and p.amount_minor = coalesce(w.fee_minor, 0))
         and not (t.kind = 'SHARE_CLAIMED' and exists (
           select from held_shares h where h.settlement_id = t.settlement_id and h.claimed_minor = p.amount_minor))
       group by t.transaction_id, p.currency, coalesce('user:' || a.user_id, a.account_id)
       having sum(case p.direction when 'credit' then p.amount_minor else -p.amount_minor end) <> 0
     ) moved
     order by 1 limit $1`,
    [namedMax],
  );
  return rows.map(({ transaction_id }) => transaction_id);
};

export const readEventLines = (tx: Tx): Promise<EventLine[]> =>
  tx.query<EventLine>(`
    select account_id as "accountId", currency, coalesce(e.minor, 0) as "eventsMinor", coalesce(b.minor, 0) as "bookedMinor"
    from (
      select party as account_id, currency, sum(minor)::bigint as minor
      from event_effects where party like 'provider\\_clearing:%' group by party, currency
    ) e full join (
      select account_id, currency, sum(case direction when 'credit' then amount_minor else -amount_minor end)::bigint as minor
      from postings where account_id like 'provider\\_clearing:%' group by account_id, currency
    ) b using (account_id, currency)
    order by account_id, currency`);
