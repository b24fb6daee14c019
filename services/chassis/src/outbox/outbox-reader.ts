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
  /** Resolves when every row that is visible by now is on the disk. */
  awaitFlush(): Promise<void>;
  /** How many rows wait for the next take to delete them. */
  sentCount(): number;
}

export interface OutboxReaderOptions {
  readonly session: Tx;
  readonly messagesMax: number;
}

/**
 * Nobody waits for events whose commit did not wait, so others may flush the log for them: under load each commit that
 * waits does, and else the walwriter, every 200 ms by default.
 */
const flushWaitMs = 250;

export const createOutboxReader = ({ session, messagesMax }: OutboxReaderOptions): OutboxReader => {
  let taken: readonly number[] = [];
  let sent: readonly number[] = [];
  return {
    take: async () => {
      const deleted = sent;
      const rows = await session.query<PlacedRow>(takeSql, [deleted, taken, messagesMax]);
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
    awaitFlush: async () => {
      await session.query('select await_flush($1)', [flushWaitMs]);
    },
    sentCount: () => sent.length,
  };
};

// Not `id > last`: ids become visible out of order, and a cursor would step over those that commit late. Sets and not
// arrays: each row would be compared with each id.
const takeSql = `
  with gone as (
    delete from outbox where id = any ($1)
  )
  select id, topic, aggregateid, position, headers, payload::text as payload, traceparent, was_flushed as "wasFlushed"
  from outbox
  where id not in (select unnest($1::bigint[])) and id not in (select unnest($2::bigint[]))
  order by id limit $3`;
