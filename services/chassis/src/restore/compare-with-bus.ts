import { byPlace } from '../bus/internal/by-place';
import { positionOf } from '../bus/envelope';
import { placeName, type Bus, type IncomingMessage, type PlaceEnds, type PlaceOffset } from '../bus/bus';
import { loadOffsets } from '../consumer/progress';
import { type Tx } from '../postgres/database';
import { BusBehindDatabaseError, DatabaseBehindBusError, type Difference } from './internal/out-of-step';
import { loadMarks, marksAt, ownTopics, saveMarks, tailsOf } from './topic-marks';

export interface Compared {
  readonly service: string;
  readonly db: Tx;
  readonly bus: Pick<Bus, 'ends' | 'read'>;
  /** How many messages at the end of each partition are read at most; all when it is left out. */
  readonly messagesMax?: number;
}

/**
 * Throws when database and bus are not of the same time. What of the own topics was compared is marked, so that only the
 * messages behind it are read the next time. Events that were published before a crash and not marked as sent are no
 * difference: positions are given out in the commit of the events.
 */
export const compareWithBus = async (compared: Compared): Promise<void> => {
  const tables = await tablesOf(compared.db);
  if (tables.hasOffsets) await compareOffsets(compared);
  if (tables.hasOutbox) await compareOwnTopics(compared);
};

interface Tables {
  readonly hasOffsets: boolean;
  readonly hasOutbox: boolean;
}

/** A service that consumes nothing, or publishes nothing, lacks the tables for it. */
const tablesOf = async (db: Tx): Promise<Tables> => {
  const [row] = await db.query<Tables>(
    `select to_regclass('consumed_offsets') is not null as "hasOffsets", to_regclass('topic_marks') is not null as "hasOutbox"`,
  );
  return row ?? { hasOffsets: false, hasOutbox: false };
};

const compareOffsets = async ({ db, bus }: Compared): Promise<void> => {
  const beyond = await offsetsBeyond(bus, await loadOffsets(db));
  if (beyond.length > 0) throw new BusBehindDatabaseError(beyond);
};

const compareOwnTopics = async ({ service, db, bus, messagesMax = Infinity }: Compared): Promise<void> => {
  const topics = ownTopics(service);
  if (topics.length === 0) return;
  const ends = await bus.ends(topics);
  const marks = await loadMarks(db);
  const beyond = differencesBeyond(marks, ends);
  if (beyond.length > 0) throw new BusBehindDatabaseError(beyond);
  const ahead = await eventsAhead({ db, bus }, tailsOf(ends, marks, messagesMax));
  if (ahead.length > 0) throw new DatabaseBehindBusError(ahead);
  const markOf = new Map(marks.map((mark) => [placeName(mark), mark.nextOffset]));
  // Where the mark is further back than was read, the next comparison without a limit moves it.
  const isRead = (end: PlaceEnds): boolean => end.endOffset - (markOf.get(placeName(end)) ?? Infinity) <= messagesMax;
  await saveMarks(db, marksAt(ends.filter(isRead)));
};

/** The offsets that lie behind the end of their partition. */
export const offsetsBeyond = async (
  bus: Pick<Bus, 'ends'>,
  offsets: readonly PlaceOffset[],
): Promise<readonly Difference[]> =>
  differencesBeyond(offsets, await bus.ends([...new Set(offsets.map(({ topic }) => topic))]));

const differencesBeyond = (offsets: readonly PlaceOffset[], ends: readonly PlaceEnds[]): readonly Difference[] => {
  const endOf = new Map(ends.map((end) => [placeName(end), end.endOffset]));
  return offsets.flatMap(({ topic, partition, nextOffset }) => {
    const messages = nextOffset - (endOf.get(placeName({ topic, partition })) ?? 0);
    return messages > 0 ? [{ topic, partition, messages }] : [];
  });
};

/** How many messages of the ranges are of events that the database lacks, for each partition with any. */
const eventsAhead = async (
  { db, bus }: Pick<Compared, 'db' | 'bus'>,
  ranges: Parameters<Bus['read']>[0],
): Promise<readonly Difference[]> => {
  if (ranges.length === 0) return [];
  const ahead = new Map<string, Difference>();
  const onMessages = async (messages: readonly IncomingMessage[]): Promise<void> => {
    for (const { topic, partition, messages: own } of byPlace(messages)) {
      const lost = (await lostOf(db, topic, own)).length;
      const name = placeName({ topic, partition });
      if (lost > 0) ahead.set(name, { topic, partition, messages: lost + (ahead.get(name)?.messages ?? 0) });
    }
  };
  await bus.read(ranges, { hasValues: false, onMessages });
  return [...ahead.values()];
};

/** The messages of a topic whose positions the database has not given out. One without a position is no event of ours. */
export const lostOf = async (
  db: Tx,
  topic: string,
  messages: readonly IncomingMessage[],
): Promise<readonly IncomingMessage[]> => {
  const given = await positionsOf(
    db,
    topic,
    messages.map(({ key }) => key),
  );
  return messages.filter((message) => (positionOf(message) ?? 0) > (given.get(message.key) ?? 0));
};

/** The last position that each key was given. */
export const positionsOf = async (
  db: Tx,
  topic: string,
  keys: readonly string[],
): Promise<ReadonlyMap<string, number>> => {
  const rows = await db.query<{ key: string; position: number }>(
    `select aggregateid as key, position from outbox_positions where topic = $1 and aggregateid = any ($2)`,
    [topic, [...new Set(keys)]],
  );
  return new Map(rows.map(({ key, position }) => [key, position]));
};
