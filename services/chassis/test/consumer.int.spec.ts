import { type AnyEvent } from '@repasse/contracts';
import { type Bus, type IncomingMessage } from '../src/bus/bus';
import { openPostgresBus } from '../src/bus/postgres/postgres-bus';
import { startConsumer, type Consumer, type ConsumerOptions } from '../src/consumer/consumer';
import { openDatabase, type Database, type Tx } from '../src/postgres/database';
import { chassisMigrations, migrate } from '../src/postgres/migrate';
import { createMetrics } from '../src/telemetry/metrics';
import { eventually } from '../src/testing/eventually';
import { createTestDatabase, type TestDatabase } from '../src/testing/postgres';
import { message, messages, newKey, topic, upTo } from './bus-harness';
import { silentLog } from './samples';

let databases: TestDatabase[];
let db: Database;
let bus: Bus;
let started: Consumer[] = [];
let services = 0;

beforeAll(async () => {
  databases = [await createTestDatabase('consumer'), await createTestDatabase('consumer_bus')];
  db = openDatabase({ url: databases[0]!.url, name: 'consumer-test' });
  await migrate(db, [chassisMigrations.consumer]);
  await db.query('create table effects (sequence bigint generated always as identity, key text, position bigint)');
  bus = await openPostgresBus({ url: databases[1]!.url, log: silentLog, metrics: createMetrics('test') });
});

beforeEach(async () => {
  services += 1;
  await db.query('truncate consumed_positions, parked_messages, effects');
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
const start = async (more: Partial<ConsumerOptions> = {}): Promise<Consumer> => {
  const consumer = await startConsumer({
    service: `service-${services}`,
    topic,
    db,
    bus,
    onPoison: 'park',
    handle: recordEffect,
    log: silentLog,
    metrics: createMetrics('test'),
    ...more,
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
      onBatch: (batch, signal) =>
        options.onBatch(
          batch.filter((incoming) => !isLost(incoming)),
          signal,
        ),
    }),
});

describe('consuming a topic', () => {
  it('hands a batch over as one where the handler takes it so, each event still once', async () => {
    const [one, other] = [newKey(), newKey()];
    const sizes: number[] = [];
    await bus.publish([...messages(one, 1, 3), ...messages(one, 2, 4), ...messages(other, 1, 2)]);

    await start({
      handle: () => Promise.reject(new Error('One by one was not asked for.')),
      handleBatch: async (events, tx) => {
        sizes.push(events.filter(({ subject }) => subject === one).length);
        for (const event of events) await recordEffect(event, tx);
      },
    });

    await expectEffects(one, [1, 2, 3, 4]);
    await expectEffects(other, [1, 2]);
    expect(Math.max(...sizes)).toBe(4);
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
    await start({ bus: losing((incoming) => incoming.key === key && incoming.headers['ce_position'] === '2') });

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
    await start({ handle: failingOn(key, 2, state) });

    await bus.publish([...messages(key, 1, 3), ...messages(other, 1, 2)]);
    await expectEffects(other, [1, 2]);
    await eventually(async () => (await parkedReason(key)) === 'poison');
    await bus.publish([message(key, 4)]);
    await stopAll();
    expect(await effectsOf(key)).toEqual([1]);
    expect(state.tries).toBeGreaterThanOrEqual(3);

    state.isBroken = false;
    await db.query('update consumed_positions set retry_at = now() where parked_at is not null');
    await start({ handle: failingOn(key, 2, state) });

    await expectEffects(key, upTo(4));
    await eventually(async () => (await parkedReason(key)) === null);
  });

  it('becomes a dead letter with its reason where order is worth less', async () => {
    const key = newKey();
    await start({ onPoison: 'dead-letter', handle: failingOn(key, 2, { isBroken: true, tries: 0 }) });

    await bus.publish(messages(key, 1, 3));

    await expectEffects(key, [1, 3]);
    const [deadLetter] = await bus.replay(`${topic}.dlq`, key);
    expect(deadLetter).toMatchObject({
      headers: { ce_position: '2', dlq_reason: 'handler.fault', dlq_detail: 'It cannot be booked.', dlq_topic: topic },
      value: message(key, 2).value,
    });
  });

  it('holds nobody up when it has no position', async () => {
    const key = newKey();
    await start();

    await bus.publish([{ topic, key, headers: { ce_type: 'nonsense' }, value: {} }, ...messages(key, 1, 2)]);

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
    await start({ handle });

    await bus.publish(messages(key, 1, 2));

    await expectEffects(key, [1, 2]);
    expect(await parkedReason(key)).toBeNull();
  });
});
