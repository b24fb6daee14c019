import { catalogueEntry, sourceOf, type AnyEvent, type EventEnvelope } from '@repasse/contracts';
import { type Tx } from '../../postgres/database';

export interface ArchivedEvent {
  /** Order of arrival, which is the order a rebuild applies. */
  readonly sequence: number;
  readonly envelope: AnyEvent;
}

/** An event as it is kept: source and schema follow from its type, and what a trace was about is soon forgotten. */
type Archived = Omit<EventEnvelope, 'source' | 'dataSchema' | 'traceparent'>;

/** The part of an event that is kept. */
export const archivedOf = ({ id, type, subject, time, position, data }: AnyEvent): Archived => ({
  ...{ id, type, subject, time, position, data },
});

/** The event again. Archives of before kept all of it. */
const eventOf = (archived: Archived): AnyEvent => {
  const { service, schema } = catalogueEntry(archived.type);
  return { source: sourceOf(service), dataSchema: schema.$id, ...archived } as AnyEvent;
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

export const readArchive = async (
  tx: Tx,
  topics: readonly string[],
  after: number,
  upTo: number,
  limit: number,
): Promise<ArchivedEvent[]> => {
  const rows = await tx.query<{ sequence: number; envelope: Archived }>(
    `select sequence, envelope from received_events
     where sequence > $1 and sequence <= $2 and topic = any ($3) order by sequence limit $4`,
    [after, upTo, topics, limit],
  );
  return rows.map(({ sequence, envelope }) => ({ sequence, envelope: eventOf(envelope) }));
};
