import { type TestKafka } from '../../../deploy/test/kafka-for-tests';
import { type Bus } from '../src/bus/bus';
import { partitionOf } from '../src/bus/internal/partitioner';
import { writing } from '../src/consumer/consumer';
import { createLogger } from '../src/log/logger';
import { type Database } from '../src/postgres/database';
import { eventually } from '../src/testing/eventually';
import { message, newKey, partitions } from './bus-harness';
import { openTestBus } from './bus-kafka-support';
import { db, expectEffects, start, useConsumers } from './consumer-harness';

/** A new group reads what earlier tests have left in the topic first. */
const testTimeoutMs = 60_000;

/** A database that confirms the commits in which a key occurs, and then loses them, as in a crash of its server. */
const forgetting = (key: string) => {
  const lost = { isOver: false, commits: 0 };
  const undone = new Error('The server has crashed.');
  const query = async <R extends object>(sql: string, params: readonly unknown[] = []): Promise<R[]> => {
    if (lost.isOver || !sql.includes('consume_all(') || !JSON.stringify(params).includes(key)) {
      return db.query<R>(sql, params);
    }
    await db
      .transaction(async (tx) => {
        await tx.query(sql, params);
        throw undone;
      })
      .catch((fault: unknown) => {
        if (fault !== undone) throw fault;
      });
    lost.commits += 1;
    return [];
  };
  const forgetful: Database = { ...db, query };
  return { lost, db: forgetful };
};

/** The lines that name the key. */
const linesAbout = (key: string) => {
  const lines: string[] = [];
  const write = (line: string): void => {
    if (line.includes(key)) lines.push(line);
  };
  return { lines, log: createLogger({ service: 'test', level: 'warn', destination: { write } }) };
};

/** A key of the same partition. */
const keyBeside = (other: string): string => {
  const key = newKey();
  return partitionOf(key, partitions) === partitionOf(other, partitions) ? key : keyBeside(other);
};

/** Consumers do not wait for the disk, and a crash of PostgreSQL takes back what their reader has behind it. */
export const describeLostCommits = (started: () => TestKafka): void => {
  useConsumers();
  let bus: Bus;
  beforeEach(() => {
    bus = openTestBus(started());
  });
  afterEach(() => bus.close());

  /** A consumer that has caught up, and whose first event of `key` was lost after its commit. */
  const loseFirstOf = async (key: string, beside: string) => {
    const { lost, db: forgetful } = forgetting(key);
    const { lines, log } = linesAbout(key);
    const record = writing((events) => [{ name: 'record_effects', values: [JSON.stringify(events)] }]);
    await bus.publish([message(beside, 1)]);
    await start(record, bus, { waitsForDisk: false, db: forgetful, log });
    await eventually(async () => (await effectsCount(beside)) === 1, { timeoutMs: 40_000 });
    await bus.publish([message(key, 1)]);
    await eventually(() => lost.commits > 0, { timeoutMs: 10_000 });
    lost.isOver = true;
    return lines;
  };

  it(
    'reads again what was lost before the messages that follow, and parks nothing',
    async () => {
      const key = newKey();
      const beside = keyBeside(key);
      const lines = await loseFirstOf(key, beside);

      await bus.publish([message(beside, 2), message(key, 2)]);

      await expectEffects(key, [1, 2]);
      await expectEffects(beside, [1, 2]);
      expect(lines).toEqual([]);
    },
    testTimeoutMs,
  );

  it(
    'notices the loss when no message follows',
    async () => {
      const key = newKey();
      const beside = keyBeside(key);
      const lines = await loseFirstOf(key, beside);

      await expectEffects(key, [1]);
      await expectEffects(beside, [1]);
      expect(lines).toEqual([]);
    },
    testTimeoutMs,
  );
};

const effectsCount = async (key: string): Promise<number> =>
  (await db.query('select from effects where key = $1', [key])).length;
