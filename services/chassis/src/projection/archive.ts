import { type AnyEvent } from '@repasse/contracts';
import { type Tx } from '../postgres/database';

export interface ArchivedEvent {
  /** Order of arrival, which is the order a rebuild applies. */
  readonly sequence: number;
  readonly envelope: AnyEvent;
}

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
