import { catalogueEntry, type AnyEvent } from '@repasse/contracts';
import { type Bus, type IncomingMessage, type OutgoingMessage } from '../src/bus/bus';
import { partitionOf } from '../src/bus/partitioner';
import { openPostgresBus } from '../src/bus/postgres/postgres-bus';
import {
  startConsumer,
  writing,
  type Consumer,
  type ConsumerOptions,
  type Consumption,
} from '../src/consumer/consumer';
import { openDatabase, type Database, type Tx } from '../src/postgres/database';
import { chassisMigrations, migrate } from '../src/postgres/migrate';
import { createMetrics } from '../src/telemetry/metrics';
import { eventually } from '../src/testing/eventually';
import { createTestDatabase, type TestDatabase } from '../src/testing/postgres';
import { elsewhere, message, messages, newKey, otherTopic, partitions, topic, upTo } from './bus-harness';
import { oneByOne } from './one-by-one';
import { silentLog } from './samples';

let databases: TestDatabase[];
let db: Database;
let bus: Bus;
let started: Consumer[] = [];
let services = 0;

beforeAll(async () => {
  databases = [await createTestDatabase('consumer'), await createTestDatabase('consumer_bus')];
  // The tests' server waits for no disk unless it is asked to; a service's does.
  db = openDatabase({ url: `${databases[0]!.url}?options=-csynchronous_commit%3Don`, name: 'consumer-test' });
  await migrate(db, [chassisMigrations.consumer]);
  await db.query('create table effects (sequence bigint generated always as identity, key text, position bigint)');
  await db.query(`
    create function record_effects(rows json) returns void language sql strict as $$
      insert into effects (key, position)
      select subject, position from json_to_recordset(rows) as r (subject text, position bigint)
    $$`);
  bus = await openPostgresBus({ url: databases[1]!.url, log: silentLog, metrics: createMetrics('test') });
});

beforeEach(async () => {
  services += 1;
  await db.query('truncate consumed_positions, consumed_offsets, parked_messages, effects');
});

afterEach(async () => {
  await Promise.all(started.splice(0).map((consumer) => consumer.stop()));
});

afterAll(async () => {
  await bus.close();
  await db.close();
  await Promise.all(databases.map((database) => database.drop()));
});

const recordEffect = async (event: AnyEvent, tx: Tx): Promise<void> => {
  await tx.query('insert into effects (key, position) values ($1, $2)', [event.subject, event.position]);
};

/** A new service for each test, and so a new group, which finds the messages of earlier tests too. */
const start = async (
  more: Partial<Consumption> = {},
  on: Bus = bus,
  { waitsForDisk = true }: Partial<Pick<ConsumerOptions, 'waitsForDisk'>> = {},
): Promise<Consumer> => {
  const consumer = await startConsumer({
    service: `service-${services}`,
    db,
    bus: on,
    consumptions: [{ topics: [topic], onPoison: 'park', handle: oneByOne(recordEffect), ...more }],
    waitsForDisk,
    log: silentLog,
    metrics: createMetrics('test'),
  });
  started.push(consumer);
  return consumer;
};

const stopAll = async (): Promise<void> => {
  await Promise.all(started.map((consumer) => consumer.stop()));
  started = [];
};

const effectsOf = async (key: string): Promise<number[]> => {
  const rows = await db.query<{ position: number }>('select position from effects where key = $1 order by sequence', [
    key,
  ]);
  return rows.map(({ position }) => position);
};

const parkedReason = async (key: string): Promise<string | null | undefined> => {
  const rows = await db.query<{ reason: string | null }>(
    'select parked_reason as reason from consumed_positions where key = $1',
    [key],
  );
  return rows[0]?.reason;
};

const positionOfKey = async (key: string): Promise<number | undefined> => {
  const rows = await db.query<{ position: number }>('select position from consumed_positions where key = $1', [key]);
  return rows[0]?.position;
};

/** Another key of the same partition. */
const keyBeside = (key: string): string => {
  for (;;) {
    const other = newKey();
    if (partitionOf(other, partitions) === partitionOf(key, partitions)) return other;
  }
};

const asPaid = (outgoing: OutgoingMessage): OutgoingMessage => {
  const { example, schema } = catalogueEntry('repasse.charge.paid.v1');
  const headers = { ...outgoing.headers, ce_type: 'repasse.charge.paid.v1', ce_dataschema: schema.$id };
  return { ...outgoing, headers, value: JSON.stringify(example) };
};

const expectEffects = async (key: string, positions: readonly number[]): Promise<void> => {
  await eventually(async () => (await effectsOf(key)).length >= positions.length, { timeoutMs: 10_000 });
  expect(await effectsOf(key)).toEqual(positions);
};

/** The bus, but the subscription never gets some messages; a replay does. */
const losing = (isLost: (incoming: IncomingMessage) => boolean): Bus => ({
  ...bus,
  subscribe: (options) =>
    bus.subscribe({
      ...options,
      onBatch: (batch) => options.onBatch(batch.filter((incoming) => !isLost(incoming))),
    }),
});

describe('consuming a topic', () => {
  it('hands a batch over as one, each event once', async () => {
    const [one, other] = [newKey(), newKey()];
    const sizes: number[] = [];
    await bus.publish([...messages(one, 1, 3), ...messages(one, 2, 4), ...messages(other, 1, 2)]);

    await start({
      handle: async (events, tx) => {
        sizes.push(events.filter(({ subject }) => subject === one).length);
        for (const event of events) await recordEffect(event, tx);
      },
    });

    await expectEffects(one, [1, 2, 3, 4]);
    await expectEffects(other, [1, 2]);
    expect(Math.max(...sizes)).toBe(4);
  });

  it.each([
    { bus: 'in the same log', isElsewhere: false, commit: 'off' },
    { bus: 'elsewhere', isElsewhere: true, commit: 'on' },
  ])('commits without waiting only when the bus is $bus', async ({ isElsewhere, commit }) => {
    const key = newKey();
    const seen: string[] = [];
    const readCommit = async (_: readonly AnyEvent[], tx: Tx): Promise<void> => {
      const [row] = await tx.query<{ commit: string }>("select current_setting('synchronous_commit') as commit");
      seen.push(row?.commit ?? '');
    };
    await start({ handle: readCommit }, { ...bus, isElsewhere }, { waitsForDisk: false });
    await bus.publish(messages(key, 1, 1));

    await eventually(() => seen.length > 0);
    expect(new Set(seen)).toEqual(new Set([commit]));
  });

  it('takes one statement for an effect that is only written, and looks closer at what is not next', async () => {
    const [one, other] = [newKey(), newKey()];
    await start(writing((events) => [{ name: 'record_effects', rows: JSON.stringify(events) }]));
    await bus.publish([...messages(one, 1, 1), ...messages(other, 1, 1)]);
    await expectEffects(one, [1]);
    await expectEffects(other, [1]);

    const transaction = jest.spyOn(db, 'transaction');
    await bus.publish(messages(one, 2, 2));
    await expectEffects(one, [1, 2]);
    expect(transaction).not.toHaveBeenCalled();

    await bus.publish([...messages(one, 2, 3), ...messages(other, 3, 3)]);
    await expectEffects(one, [1, 2, 3]);
    await eventually(async () => (await parkedReason(other)) === 'gap');
    expect(await effectsOf(other)).toEqual([1]);
    transaction.mockRestore();
  });

  it('lets each event take effect once, in order, and tells after the commit', async () => {
    const [one, other] = [newKey(), newKey()];
    const told: AnyEvent[] = [];
    await start({ afterCommit: (events) => told.push(...events) });

    await bus.publish([
      ...messages(one, 1, 3),
      ...messages(other, 1, 2),
      ...messages(one, 2, 3),
      ...messages(one, 4, 4),
    ]);

    await expectEffects(one, upTo(4));
    await expectEffects(other, upTo(2));
    expect(told.filter(({ subject }) => subject === one).map(({ position }) => position)).toEqual(upTo(4));
  });

  it('goes on where it was after a restart', async () => {
    const key = newKey();
    await start();
    await bus.publish(messages(key, 1, 2));
    await expectEffects(key, [1, 2]);
    await stopAll();
    await bus.publish(messages(key, 2, 4));

    await start();

    await expectEffects(key, upTo(4));
  });

  it('keeps the offset with the effect, so that both survive or neither', async () => {
    const key = newKey();
    await start();
    await bus.publish(messages(key, 1, 2));
    await expectEffects(key, [1, 2]);
    await stopAll();
    // As after a crash of the server that undid the last transactions.
    await db.query('delete from effects where key = $1 and position = 2', [key]);
    await db.query('update consumed_positions set position = 1 where key = $1', [key]);
    await db.query('update consumed_offsets set next_offset = next_offset - 1 where partition = $1', [
      partitionOf(key, partitions),
    ]);

    await start();

    await expectEffects(key, [1, 2]);
  });

  it('takes one transaction for what has come, over topics and partitions', async () => {
    const keys = Array.from({ length: 12 }, newKey);
    const transactions: string[] = [];
    await bus.publish([...keys.flatMap((key) => messages(key, 1, 3)), ...keys.map(elsewhere)]);

    await start({
      topics: [topic, otherTopic],
      handle: async (events, tx) => {
        const [row] = await tx.query<{ id: string }>('select pg_current_xact_id()::text as id');
        for (const event of events) if (keys.includes(event.subject)) transactions.push(row?.id ?? '');
      },
    });
    await eventually(() => transactions.length === 48);

    expect(new Set(transactions).size).toBe(1);
  });

  it('moves on past types without an effect, together with the next that has one', async () => {
    const key = newKey();
    const seen: number[] = [];
    const handle = async (events: readonly AnyEvent[]) => void seen.push(...events.map(({ position }) => position));
    await start({ types: ['repasse.charge.paid.v1'], handle });
    await bus.publish([message(key, 1), message(key, 2)]);

    await eventually(async () => (await positionOfKey(key)) === 2);
    await bus.publish([message(key, 3), asPaid(message(key, 4))]);
    // The handler has seen it before the transaction is committed.
    await eventually(async () => (await positionOfKey(key)) === 4);

    expect(seen).toEqual([4]);
  });

  it('moves on past events that have no effect', async () => {
    const key = newKey();
    await start({ hasEffect: ({ position }) => position !== 2 });
    await bus.publish(messages(key, 1, 3));

    await expectEffects(key, [1, 3]);
    expect(await positionOfKey(key)).toBe(3);
  });

  it('steps over types of a newer release', async () => {
    const key = newKey();
    const unknown = message(key, 2);
    await start();

    await bus.publish([
      message(key, 1),
      { ...unknown, headers: { ...unknown.headers, ce_type: 'repasse.charge.gilded.v1' } },
      message(key, 3),
    ]);

    await expectEffects(key, [1, 3]);
  });
});

describe('a gap', () => {
  it('parks the aggregate and is filled from the bus', async () => {
    const [key, other] = [newKey(), newKey()];
    await start(
      {},
      losing((incoming) => incoming.key === key && incoming.headers['ce_position'] === '2'),
    );

    await bus.publish([...messages(key, 1, 5), ...messages(other, 1, 2)]);

    await expectEffects(other, [1, 2]);
    await expectEffects(key, upTo(5));
    await eventually(async () => (await parkedReason(key)) === null);
  });

  it('is closed when the missing event comes late', async () => {
    const key = newKey();
    await start();
    await bus.publish([message(key, 1), message(key, 3)]);
    await eventually(async () => (await parkedReason(key)) === 'gap');

    await bus.publish([message(key, 2), message(key, 4)]);

    await expectEffects(key, upTo(4));
  });
});

describe('poison', () => {
  const failingOn = (key: string, position: number, state: { isBroken: boolean; tries: number }) => {
    return async (event: AnyEvent, tx: Tx): Promise<void> => {
      if (event.subject === key && event.position === position && state.isBroken) {
        state.tries += 1;
        throw new Error('It cannot be booked.');
      }
      await recordEffect(event, tx);
    };
  };

  it('parks its aggregate, lets the others go on, and resumes in order once it is solved', async () => {
    const [key, other] = [newKey(), newKey()];
    const state = { isBroken: true, tries: 0 };
    await start({ handle: oneByOne(failingOn(key, 2, state)) });

    await bus.publish([...messages(key, 1, 3), ...messages(other, 1, 2)]);
    await expectEffects(other, [1, 2]);
    await eventually(async () => (await parkedReason(key)) === 'poison');
    await bus.publish([message(key, 4)]);
    await stopAll();
    expect(await effectsOf(key)).toEqual([1]);
    expect(state.tries).toBeGreaterThanOrEqual(3);

    state.isBroken = false;
    await db.query('update consumed_positions set retry_at = now() where parked_at is not null');
    await start({ handle: oneByOne(failingOn(key, 2, state)) });

    await expectEffects(key, upTo(4));
    await eventually(async () => (await parkedReason(key)) === null);
  });

  it('becomes a dead letter with its reason where order is worth less', async () => {
    const key = newKey();
    await start({ onPoison: 'dead-letter', handle: oneByOne(failingOn(key, 2, { isBroken: true, tries: 0 })) });

    await bus.publish(messages(key, 1, 3));

    await expectEffects(key, [1, 3]);
    const [deadLetter] = await bus.replay(`${topic}.dlq`, key);
    expect(deadLetter).toMatchObject({
      headers: { ce_position: '2', dlq_reason: 'handler.fault', dlq_detail: 'It cannot be booked.', dlq_topic: topic },
      value: JSON.parse(message(key, 2).value) as object,
    });
  });

  it.each(['dead-letter', 'park'] as const)('is put away once when it comes twice (%s)', async (onPoison) => {
    const key = newKey();
    const unreadable = { ...message(key, 2), value: '{}' };
    const behind = keyBeside(key);
    await start({ onPoison });
    await bus.publish([message(key, 1), unreadable, ...messages(behind, 1, 1)]);
    await expectEffects(behind, [1]);

    await bus.publish([unreadable, ...messages(behind, 2, 2)]);

    await expectEffects(behind, [1, 2]);
    expect(await effectsOf(key)).toEqual([1]);
    expect(await bus.replay(`${topic}.dlq`, key)).toHaveLength(onPoison === 'park' ? 0 : 1);
  });

  it('holds nobody up when it has no position', async () => {
    const key = newKey();
    await start();

    await bus.publish([{ topic, key, headers: { ce_type: 'nonsense' }, value: '{}' }, ...messages(key, 1, 2)]);

    await expectEffects(key, [1, 2]);
    expect(await bus.replay(`${topic}.dlq`, key)).toMatchObject([{ headers: { dlq_reason: 'message.poison' } }]);
  });

  it('is not what passes by itself', async () => {
    const key = newKey();
    let faults = 0;
    const handle = async (event: AnyEvent, tx: Tx): Promise<void> => {
      if (event.subject === key && faults < 5) {
        faults += 1;
        throw Object.assign(new Error('The provider is away.'), { isRetryable: true });
      }
      await recordEffect(event, tx);
    };
    await start({ handle: oneByOne(handle) });

    await bus.publish(messages(key, 1, 2));

    await expectEffects(key, [1, 2]);
    expect(await parkedReason(key)).toBeNull();
  });
});
