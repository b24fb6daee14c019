import { type Database } from '../../../postgres/database';
import { type IncomingMessage, type PlaceEnds, type PlaceRange, type ReadOptions } from '../../bus';

/** Some megabytes of messages, and well within a statement's time. */
const messagesPerReadMax = 2_000;

export const readEnds = (db: Database, topics: readonly string[]): Promise<PlaceEnds[]> =>
  db.query<PlaceEnds>(
    `select p.topic, p.partition, p.next_offset as "endOffset", coalesce((
       select m."offset" from bus_messages m where m.topic = p.topic and m.partition = p.partition
       order by m."offset" limit 1
     ), p.next_offset) as "firstOffset"
     from bus_partitions p where p.topic = any ($1) order by p.topic, p.partition`,
    [topics],
  );

export const readRanges = async (
  db: Database,
  ranges: readonly PlaceRange[],
  { hasValues, onMessages }: ReadOptions,
): Promise<void> => {
  for (const range of ranges) {
    let from = range.fromOffset;
    for (;;) {
      const messages = await readSome(db, { ...range, fromOffset: from }, hasValues);
      const last = messages.at(-1);
      if (last === undefined) break;
      await onMessages(messages);
      from = last.offset + 1;
    }
  }
};

const readSome = (db: Database, range: PlaceRange, hasValues: boolean): Promise<IncomingMessage[]> =>
  db.query<IncomingMessage>(
    `select topic, partition, "offset", key, headers${hasValues ? ', value' : ''} from bus_messages
     where topic = $1 and partition = $2 and "offset" >= $3 and "offset" < $4 order by "offset" limit $5`,
    [range.topic, range.partition, range.fromOffset, range.toOffset, messagesPerReadMax],
  );
