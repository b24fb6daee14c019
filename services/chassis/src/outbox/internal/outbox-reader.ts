import { type Tx } from '../../postgres/database';
import { messageOfRow, type AsideMessage, type OutboxMessage, type PlacedRow } from '../outbox-message';

/** The outbox as the relay sees it. */
export interface OutboxReader {
  /**
   * The oldest rows that it has not returned before. Deletes what was sent, and sets aside what waits behind an event that
   * is set aside.
   */
  take(): Promise<readonly OutboxMessage[]>;
  /** The bus has them: they are deleted by the next take. */
  sent(messages: readonly OutboxMessage[]): void;
  /** They cannot be published, or wait behind one that cannot: moves them out of the way. */
  setAside(messages: readonly AsideMessage[]): Promise<void>;
  /** Publishing failed: what was taken and not sent comes again. Not while a take is under way. */
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
 * Events whose commit did not wait for the disk are not urgent: other commits get this long to flush the log. Under load
 * each commit that waits does; otherwise the walwriter does, every 200 ms by default.
 */
const flushWaitMs = 250;

interface TakenRow extends PlacedRow {
  /** An event before it of its key is set aside. */
  readonly isHeldUp: boolean;
}

const setAsideSql = 'select set_aside_outbox($1, $2)';

export const createOutboxReader = ({ session, messagesMax }: OutboxReaderOptions): OutboxReader => {
  let taken: readonly number[] = [];
  let sent: readonly number[] = [];
  const take = async (): Promise<readonly OutboxMessage[]> => {
    const deleted = sent;
    const rows = await session.query<TakenRow>(takeSql, [deleted, taken, messagesMax]);
    sent = sent.slice(deleted.length);
    const messages = rows.filter(({ isHeldUp }) => !isHeldUp).map(messageOfRow);
    taken = [...taken, ...messages.map(({ id }) => id)];
    const heldUp = rows.filter(({ isHeldUp }) => isHeldUp).map(({ id }) => id);
    if (heldUp.length === 0) return messages;
    await session.query(setAsideSql, [heldUp, heldUp.map(() => null)]);
    return [...messages, ...(await take())];
  };
  return {
    take,
    sent: (messages) => {
      const ids = messages.map(({ id }) => id);
      const gone = new Set(ids);
      taken = taken.filter((id) => !gone.has(id));
      sent = [...sent, ...ids];
    },
    setAside: async (aside) => {
      const ids = aside.map(({ message }) => message.id);
      await session.query(setAsideSql, [ids, aside.map(({ reason }) => reason)]);
      const gone = new Set(ids);
      taken = taken.filter((id) => !gone.has(id));
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
  select id, topic, aggregateid, position, headers, payload::text as payload, traceparent, was_flushed as "wasFlushed",
    exists (
      select from outbox_set_aside a where a.topic = outbox.topic and a.aggregateid = outbox.aggregateid
    ) as "isHeldUp"
  from outbox
  where id not in (select unnest($1::bigint[])) and id not in (select unnest($2::bigint[]))
  order by id limit $3`;
