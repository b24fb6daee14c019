import { type Tx } from '../postgres/database';
import { messageOfRow, type OutboxMessage, type PlacedRow } from './outbox-message';

/** The outbox as the relay sees it. */
export interface OutboxReader {
  /** The oldest rows, but for those it has returned and that were not forgotten. Deletes what was sent before. */
  take(): Promise<readonly OutboxMessage[]>;
  /** The bus has them: they are deleted by the next take. */
  sent(messages: readonly OutboxMessage[]): void;
  /** Publishing failed: what was taken and not sent comes again. */
  putBack(): void;
  /** How many rows wait for the next take to delete them. */
  sentCount(): number;
}

export interface OutboxReaderOptions {
  readonly session: Tx;
  /** The bus keeps messages on another server. */
  readonly isBusElsewhere: boolean;
  readonly messagesMax: number;
}

export const createOutboxReader = ({ session, isBusElsewhere, messagesMax }: OutboxReaderOptions): OutboxReader => {
  const sql = isBusElsewhere ? takeFlushedSql : takeSql;
  let taken: readonly number[] = [];
  let sent: readonly number[] = [];
  return {
    take: async () => {
      const deleted = sent;
      const rows = await session.query<PlacedRow>(sql, [deleted, taken, messagesMax]);
      sent = sent.slice(deleted.length);
      taken = [...taken, ...rows.map(({ id }) => id)];
      return rows.map(messageOfRow);
    },
    sent: (messages) => {
      const ids = messages.map(({ id }) => id);
      const gone = new Set(ids);
      taken = taken.filter((id) => !gone.has(id));
      sent = [...sent, ...ids];
    },
    putBack: () => (taken = []),
    sentCount: () => sent.length,
  };
};

// Not `id > last`: ids become visible out of order, and a cursor would step over those that commit late. Sets and not
// arrays: each row would be compared with each id.
const takeSql = `
  with gone as (
    delete from outbox where id = any ($1)
  )
  select id, topic, aggregateid, position, headers, payload::text as payload, traceparent
  from outbox
  where id not in (select unnest($1::bigint[])) and id not in (select unnest($2::bigint[]))
  order by id limit $3`;

/**
 * What leaves this server for another is on the disk first. Nobody waits for events whose commit did not wait, so others
 * may flush the log for them: under load each commit that waits does, and else the walwriter, every 200 ms by default.
 */
const flushWaitMs = 250;

// Rows of commits that waited are visible only after their own flush.
const takeFlushedSql = `
  with gone as (
    delete from outbox where id = any ($1)
  ), taken as materialized (
    select id, topic, aggregateid, position, headers, payload::text as payload, traceparent, was_flushed
    from outbox
    where id not in (select unnest($1::bigint[])) and id not in (select unnest($2::bigint[]))
    order by id limit $3
  ), flushed as materialized (
    select await_flush(${flushWaitMs}) where exists (select from taken where not was_flushed)
  )
  select id, topic, aggregateid, position, headers, payload, traceparent
  from taken left join flushed on true order by id`;
