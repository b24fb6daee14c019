import { type Database } from '../../../postgres/database';
import { type Gap, type IncomingMessage } from '../../bus';
import { positionOf } from '../../envelope';
import { partitionOf } from '../../internal/partitioner';
import { topicSettings } from '../../internal/topic-settings';

/** So many messages are looked at by one statement: some 100 ms, however long the partition is. */
export const sliceMax = 20_000;

/**
 * The messages of a key. No message pays for an index by key, so its partition is read, slice by slice and the newest first.
 * The missing messages lie shortly before the one that showed the gap, so reading begins there and ends when the gap is full.
 */
export const replayKey = async (
  db: Database,
  topic: string,
  key: string,
  gap: Gap | undefined,
  slice = sliceMax,
): Promise<readonly IncomingMessage[]> => {
  const partition = partitionOf(key, topicSettings(topic).partitions);
  const { first, end } = await readRange(db, topic, partition);
  const found: IncomingMessage[] = [];
  for (let before = Math.min(end, gap?.beforeOffset ?? end); before > first && !isFilled(gap, found); before -= slice) {
    found.unshift(...(await readSlice(db, { topic, partition, key, from: before - slice, before })));
  }
  return found;
};

const isFilled = (gap: Gap | undefined, [first]: readonly IncomingMessage[]): boolean =>
  gap !== undefined && first !== undefined && (positionOf(first) ?? Infinity) <= gap.afterPosition + 1;

const readRange = async (
  db: Database,
  topic: string,
  partition: number,
): Promise<{ readonly first: number; readonly end: number }> => {
  const [row] = await db.query<{ first: number | null; end: number | null }>(
    `select min("offset") as first, max("offset") + 1 as end from bus_messages where topic = $1 and partition = $2`,
    [topic, partition],
  );
  return { first: row?.first ?? 0, end: row?.end ?? 0 };
};

const readSlice = (
  db: Database,
  o: {
    readonly topic: string;
    readonly partition: number;
    readonly key: string;
    readonly from: number;
    readonly before: number;
  },
): Promise<IncomingMessage[]> =>
  db.query<IncomingMessage>(
    `select topic, partition, "offset", key, headers, value from bus_messages
     where topic = $1 and partition = $2 and "offset" >= $3 and "offset" < $4 and key = $5 order by "offset"`,
    [o.topic, o.partition, o.from, o.before, o.key],
  );
