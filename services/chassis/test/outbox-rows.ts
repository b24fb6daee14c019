import { messageOfRow, type OutboxMessage, type PlacedRow } from '../src/outbox/outbox-message';
import { type Tx } from '../src/postgres/database';

/** The rows of keys as the table has them, in the order of their ids. */
export const rowsOfKeys = async (db: Tx, keys: readonly string[]): Promise<readonly OutboxMessage[]> => {
  const rows = await db.query<PlacedRow>(
    `select id, topic, aggregateid, position, headers, payload::text as payload, traceparent,
       was_flushed as "wasFlushed"
     from outbox where aggregateid = any ($1) order by id`,
    [keys],
  );
  return rows.map(messageOfRow);
};

export const byId = (messages: readonly OutboxMessage[]): readonly OutboxMessage[] =>
  messages.toSorted((one, other) => one.id - other.id);
