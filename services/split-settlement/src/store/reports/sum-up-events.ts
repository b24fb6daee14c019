import { createHash, type Hash } from 'node:crypto';
import { type Tx } from '@repasse/chassis/postgres/database';

/** The events of one type that were booked on a day. */
export interface EventsOfType {
  readonly type: string;
  readonly count: number;
  /** SHA-256, in hex, of a line for each: its id, a blank, its digest, a line feed; in the order of booking. */
  readonly sha256: string;
}

/** Read at once: some 1 MB. */
const eventsAtOnceMax = 10_000;

/** How many events of each type were booked in a period, and their digest, by type. */
export const sumUpEvents = async (tx: Tx, from: string, to: string): Promise<EventsOfType[]> => {
  const sums = new Map<string, { count: number; readonly hash: Hash }>();
  let after = { bookedAt: from, eventId: '' };
  for (;;) {
    const events = await tx.query<EventRow>(sql, [after.bookedAt, after.eventId, to, eventsAtOnceMax]);
    for (const { type, eventId, sha256 } of events) {
      const sum = sums.get(type) ?? { count: 0, hash: createHash('sha256') };
      sum.count += 1;
      sum.hash.update(`${eventId} ${sha256}\n`);
      sums.set(type, sum);
    }
    const last = events.at(-1);
    if (last === undefined || events.length < eventsAtOnceMax) break;
    after = last;
  }
  return [...sums]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([type, { count, hash }]) => ({ type, count, sha256: hash.digest('hex') }));
};

interface EventRow {
  readonly eventId: string;
  readonly type: string;
  readonly sha256: string;
  readonly bookedAt: string;
}

const sql = `
  select event_id as "eventId", type, sha256, booked_at as "bookedAt" from booked_events
  where (booked_at, event_id) > ($1::timestamptz, $2::text) and booked_at < $3
  order by booked_at, event_id limit $4`;
