import { type Tx } from '@repasse/chassis/postgres/database';
import { type EventRecord } from '../books/accounts';

/** An event that was booked, and the amounts posted from it; credits are positive. */
export interface BookedEvent extends Omit<EventRecord, 'time'> {
  /** By party and currency: "user:1001 BRL". */
  readonly posted: Readonly<Record<string, number>>;
  readonly transactionIds: readonly string[];
  readonly bookedAt: string;
}

/** So many are compared at once: some 100 ms of a connection. */
const eventsAtOnceMax = 1_000;

/** The events that were booked in a period, in order, batch by batch. */
export async function* bookedEventsBetween(tx: Tx, from: string, to: string): AsyncGenerator<readonly BookedEvent[]> {
  let after = { bookedAt: from, eventId: '' };
  for (;;) {
    const events = await tx.query<BookedEvent>(between, [after.bookedAt, after.eventId, to, eventsAtOnceMax]);
    if (events.length > 0) yield events;
    const last = events.at(-1);
    if (last === undefined || events.length < eventsAtOnceMax) return;
    after = last;
  }
}

/** The events from which transactions were booked. */
export const eventsOfTransactions = (tx: Tx, transactionIds: readonly string[]): Promise<BookedEvent[]> =>
  tx.query<BookedEvent>(ofTransactions, [transactionIds]);

/** Transactions that name an event which does not name them, or is not there. */
export const readUnexplained = async (tx: Tx, transactionIds: readonly string[]): Promise<string[]> => {
  const rows = await tx.query<{ transaction_id: string }>(unexplained, [transactionIds]);
  return rows.map(({ transaction_id }) => transaction_id);
};

// Postings are read transaction by transaction through the key, whatever PostgreSQL expects of the lists before it.
const columns = `
  e.event_id as "eventId", e.type, e.subject, e.sha256, e.is_divided as "isDivided", e.currency, e.effects,
  coalesce((
    select json_object_agg(p.party, p.minor) from (
      select case when split_part(p.account_id, ':', 1) in ('provider_clearing', 'platform_fees') then p.account_id
                  else 'user:' || split_part(p.account_id, ':', 2) end || ' ' || p.currency as party,
             sum(case p.direction when 'credit' then p.amount_minor else -p.amount_minor end)::bigint as minor
      from postings p where p.transaction_id = any (e.transaction_ids) group by 1
    ) p where p.minor <> 0), '{}') as posted,
  e.transaction_ids as "transactionIds", e.booked_at as "bookedAt"`;

const between = `
  select ${columns}
  from (
    select * from booked_events
    where (booked_at, event_id) > ($1::timestamptz, $2::text) and booked_at < $3
    order by booked_at, event_id limit $4
  ) e
  order by e.booked_at, e.event_id`;

const ofTransactions = `
  select ${columns}
  from (
    select distinct t.event_id
    from unnest($1::text[]) as m(transaction_id)
    cross join lateral (
      select event_id from ledger_transactions t where t.transaction_id = m.transaction_id offset 0
    ) t
  ) t cross join lateral (select * from booked_events e where e.event_id = t.event_id offset 0) e`;

const unexplained = `
  select t.transaction_id
  from unnest($1::text[]) as m(transaction_id)
  cross join lateral (
    select transaction_id, event_id from ledger_transactions t where t.transaction_id = m.transaction_id offset 0
  ) t
  where t.event_id is not null and not exists (
    select from booked_events e where e.event_id = t.event_id and t.transaction_id = any (e.transaction_ids) offset 0)
  order by 1`;
