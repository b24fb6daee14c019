import { type Database, type Tx } from '@repasse/chassis/postgres/database';

/** A message of the feed. */
export interface FeedEvent {
  readonly webhook_id: string;
  readonly sequence: number;
  readonly event_type: string;
  readonly body: string;
  readonly created_at: string;
}

export interface FeedQuery {
  readonly userId: number;
  /** Behind which sequence; 0 for the beginning. */
  readonly after: number;
  readonly limit: number;
  /** All when left out. */
  readonly types?: readonly string[] | undefined;
  readonly chargeId?: string | undefined;
}

export interface FeedPage {
  readonly events: readonly FeedEvent[];
  /** The last message that was looked at, wanted or not; null where there was none. */
  readonly lookedTo: { readonly id: string; readonly sequence: number } | null;
  readonly hasMore: boolean;
}

/** So many messages are looked at for one page: a reader of a rare type goes on with the next page, not the whole feed. */
const lookMax = 5_000;

type Row = FeedEvent & { readonly is_wanted: boolean };

/** In the order of their numbers. What is returned is on the disk, so that no number a reader has seen is given twice. */
export const readFeed = async (db: Database, query: FeedQuery): Promise<FeedPage> => {
  const place = [query.userId, query.after, query.limit + 1];
  const isWhole = query.types === undefined && query.chargeId === undefined;
  const rows = isWhole
    ? await db.query<Row>(allSql, place)
    : await db.query<Row>(wantedSql, [...place, query.types ?? null, query.chargeId ?? null, lookMax]);
  const wanted = rows.filter(({ is_wanted }) => is_wanted);
  const events = wanted.slice(0, query.limit);
  const last = wanted.length > query.limit ? events.at(-1) : rows.at(-1);
  if (events.length > 0) await flush(db);
  return {
    events,
    lookedTo: last === undefined ? null : { id: last.webhook_id, sequence: last.sequence },
    hasMore: wanted.length > query.limit || rows.some(({ is_wanted }) => !is_wanted),
  };
};

const allSql = `
  select webhook_id, sequence, event_type, body, created_at, true as is_wanted
  from webhook_events where user_id = $1 and sequence > $2 order by sequence limit $3`;

// The last row tells where the look ended when it ended before the feed did; it is wanted or only a place to go on from.
const wantedSql = `
  with looked as (
    select * from webhook_events where user_id = $1 and sequence > $2 order by sequence limit $6
  ), wanted as (
    select * from looked
    where ($4::text[] is null or event_type = any ($4)) and ($5::text is null or charge_id = $5)
    order by sequence limit $3
  ), ending as (
    select * from looked
    where (select count(*) from wanted) < $3 and (select count(*) from looked) = $6
    order by sequence desc limit 1
  )
  select webhook_id, sequence, event_type, body, created_at, true as is_wanted from wanted
  union all
  select webhook_id, sequence, event_type, '', created_at, false from ending
  where sequence > coalesce((select max(sequence) from wanted), 0)
  order by sequence`;

/** Messages without deliveries are committed without waiting for the disk. This waits, for all that was committed before. */
const flush = (db: Database) => db.query(`select pg_logical_emit_message(true, 'event feed', '')`);

export const findEvent = async (tx: Tx, webhookId: string, userId: number): Promise<FeedEvent | undefined> => {
  const [row] = await tx.query<FeedEvent>('select * from webhook_events where webhook_id = $1 and user_id = $2', [
    webhookId,
    userId,
  ]);
  return row;
};
