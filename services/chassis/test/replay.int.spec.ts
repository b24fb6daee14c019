import { partitionOf } from '../src/bus/internal/partitioner';
import { replayKey } from '../src/bus/postgres/internal/replay';
import { topicSettings } from '../src/bus/internal/topic-settings';
import { type Database } from '../src/postgres/database';
import { chassisMigrations } from '../src/postgres/migrate';
import { openTestDatabase } from '../src/testing/postgres';

const topic = 'charge.events.v1';
const key = 'ch_1';
const partition = partitionOf(key, topicSettings(topic).partitions);

let db: Database;
/** A partition from offset 1,000 on, with three events of the key near its beginning and one at its end. */
beforeAll(async () => {
  db = await openTestDatabase('replay', [chassisMigrations.bus]);
  await db.query(
    `insert into bus_messages (topic, partition, "offset", key, headers, value)
     select $1, $2, n, case when n in (1001, 1002, 1150, 1990) then $3 else 'ch_other' end,
            json_build_object('ce_position', case n when 1001 then '1' when 1002 then '2' when 1150 then '3' else '4' end), '{}'
     from generate_series(1000, 1999) n`,
    [topic, partition, key],
  );
});
afterAll(() => db.close());

/** Counts the slices that are read. */
const replayed = async (gap?: Parameters<typeof replayKey>[3]) => {
  let statements = 0;
  const counting = {
    ...db,
    query: <R extends object>(sql: string, params?: readonly unknown[]) => {
      statements += 1;
      return db.query<R>(sql, params);
    },
  };
  const messages = await replayKey(counting, topic, key, gap, 100);
  return { offsets: messages.map(({ offset }) => offset), slices: statements - 1 };
};

describe('a replay of one key', () => {
  it('has every message in order, slice by slice', async () => {
    expect(await replayed()).toEqual({ offsets: [1001, 1002, 1150, 1990], slices: 10 });
  });

  it('ends where the gap is full', async () => {
    expect(await replayed({ afterPosition: 2, beforeOffset: 1_200 })).toEqual({ offsets: [1150], slices: 1 });
    // The slice that fills it may hold more.
    expect((await replayed({ afterPosition: 1, beforeOffset: 1_990 })).offsets).toEqual([1001, 1002, 1150]);
  });

  it('ends at the first message that is kept where the gap cannot be filled', async () => {
    expect(await replayed({ afterPosition: 0, beforeOffset: 1_001 })).toEqual({ offsets: [], slices: 1 });
  });
});
