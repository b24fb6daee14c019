import { topicOf, type AnyEvent } from '@repasse/contracts';
import { type Tx } from '../postgres/database';

export interface ArchivedEvent {
  /** Order of arrival, which is the order a rebuild applies. */
  readonly sequence: number;
  readonly envelope: AnyEvent;
}

/** Keeps events for rebuilds, in this order. One that comes twice is kept once. */
export const archiveEvents = async (tx: Tx, events: readonly AnyEvent[]): Promise<void> => {
  await tx.query(
    `insert into received_events (topic, key, position, type, occurred_at, envelope)
     select t.topic, e ->> 'subject', (e ->> 'position')::bigint, e ->> 'type', (e ->> 'time')::timestamptz, e
     from jsonb_array_elements($2::jsonb) with ordinality as batch(e, nth)
     join unnest($1::text[]) with ordinality as t(topic, nth) using (nth) order by nth
     on conflict on constraint received_events_once do nothing`,
    [events.map(({ type }) => topicOf(type)), JSON.stringify(events)],
  );
};

/**
 * The sequence below which nothing can appear any more. A sequence number is taken before its transaction commits, so
 * a plain maximum would step over those still open; the lock waits for them, and new ones wait for the lock.
 */
export const settledSequence = async (tx: Tx): Promise<number> => {
  await tx.query('lock table received_events in share mode');
  const [row] = await tx.query<{ last: number | null }>('select max(sequence) as last from received_events');
  return row?.last ?? 0;
};

export const readArchive = (
  tx: Tx,
  topics: readonly string[],
  after: number,
  upTo: number,
  limit: number,
): Promise<ArchivedEvent[]> =>
  tx.query<ArchivedEvent>(
    `select sequence, envelope from received_events
     where sequence > $1 and sequence <= $2 and topic = any ($3) order by sequence limit $4`,
    [after, upTo, topics, limit],
  );
