import { type Bus } from '../src/bus/bus';
import { openPostgresBus } from '../src/bus/postgres/postgres-bus';
import { serviceConfig, serviceSettings, type ServiceConfig } from '../src/config/service-config';
import { createHealth } from '../src/health/health';
import { createLifecycle } from '../src/lifecycle/lifecycle';
import { enqueue } from '../src/outbox/outbox';
import { type Database } from '../src/postgres/database';
import { chassisMigrations } from '../src/postgres/migrate';
import { compareWithBus } from '../src/restore/compare-with-bus';
import { keepInStep } from '../src/restore/internal/keep-in-step';
import { loadMarks } from '../src/restore/topic-marks';
import { openBus } from '../src/service/messaging';
import { startService } from '../src/service/start-service';
import { createMetrics } from '../src/telemetry/metrics';
import { eventually, eventuallyHolds } from '../src/testing/eventually';
import { openTestDatabase } from '../src/testing/postgres';
import { messages, newKey, topic } from './bus-harness';
import { chargeCreated, silentLog as log } from './samples';

const migrations = [chassisMigrations.outbox, chassisMigrations.consumer];

let db: Database;
let busDb: Database;
let bus: Bus;

beforeEach(async () => {
  [db, busDb] = await Promise.all([
    openTestDatabase('in step', migrations),
    openTestDatabase('in step bus', [chassisMigrations.bus]),
  ]);
  bus = await openPostgresBus({ url: busDb.url, log, metrics: createMetrics('test') });
});
afterEach(async () => {
  await bus.close();
  await Promise.all([db.close(), busDb.close()]);
});

/** The database gives out these positions of the key. */
const decided = (key: string, from: number, to: number): Promise<void> =>
  db.transaction((tx) =>
    enqueue(
      tx,
      upFrom(from, to).map((position) => chargeCreated(key, position)),
    ),
  );

const published = async (key: string, from: number, to: number): Promise<void> => {
  await decided(key, from, to);
  await bus.publish(messages(key, from, to));
};

const upFrom = (from: number, to: number): readonly number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

const config = (more: Record<string, string> = {}): ServiceConfig =>
  serviceConfig(
    {
      ...{ PORT: '0', POSTGRES_URL: db.url, BUS_POSTGRES_URL: busDb.url, JWKS_URL: 'http://127.0.0.1:1/jwks' },
      ...{ TOKEN_ISSUER: 'http://127.0.0.1:1', LOG_LEVEL: 'silent' },
      ...more,
    },
    serviceSettings({}),
  );

/** The start of the service that owns the topic, up to its bus. */
const start = async (more: Record<string, string> = {}): Promise<void> => {
  const started = await startService({ service: 'charge', config: config(more), migrations }, async (parts) => {
    await openBus(parts);
    return 'started';
  });
  await started.stop();
};

describe('a service whose database and bus are of one time', () => {
  it('starts on an empty bus, and marks how far it has compared', async () => {
    await start();
    const key = newKey();
    await published(key, 1, 3);

    await start();

    const ends = await bus.ends([topic]);
    const marks = await loadMarks(db);
    expect(marks.reduce((sum, { nextOffset }) => sum + nextOffset, 0)).toBe(3);
    expect(marks).toHaveLength(ends.length);
  });

  it('starts after a crash between publishing and marking, and after one that published twice', async () => {
    const key = newKey();
    await published(key, 1, 2);
    await start();
    await published(key, 3, 4);
    await bus.publish(messages(key, 3, 4));

    await expect(start()).resolves.toBeUndefined();
  });

  it('does not mind messages that no service has published', async () => {
    const [outgoing] = messages(newKey(), 1, 1);
    if (outgoing === undefined) throw new Error('There is one.');
    await bus.publish([{ ...outgoing, headers: { ...outgoing.headers, ce_position: 'none' } }]);

    await expect(start()).resolves.toBeUndefined();
  });
});

describe('a service whose database was put back', () => {
  it('refuses to start, and names topic, partition and how many events are ahead', async () => {
    const [known, unknown] = [newKey(), newKey()];
    await published(known, 1, 2);
    await start();
    await bus.publish([...messages(known, 3, 4), ...messages(unknown, 1, 1)]);

    const fault: unknown = await start().catch((thrown: unknown) => thrown);

    expect(fault).toMatchObject({ code: 'database.behind_bus' });
    const ahead = await ends();
    for (const [partition, count] of ahead) expect(String(fault)).toContain(`${topic}/${partition}: ${count}`);
    await expect(start()).rejects.toMatchObject({ code: 'database.behind_bus' });
  });

  it('refuses also where it was never compared before', async () => {
    await bus.publish(messages(newKey(), 1, 1));
    await expect(start()).rejects.toMatchObject({ code: 'database.behind_bus' });
  });

  it('starts where a setting says so, and goes on refusing without it', async () => {
    await bus.publish(messages(newKey(), 1, 1));
    await expect(start({ ALLOW_OUT_OF_STEP_WITH_BUS: 'true' })).resolves.toBeUndefined();
    await expect(start()).rejects.toMatchObject({ code: 'database.behind_bus' });
  });

  it('moves no mark where it has read only a part of what is new', async () => {
    const key = newKey();
    await published(key, 1, 1);
    const compared = { service: 'charge', db, bus };
    await compareWithBus(compared);
    const before = await loadMarks(db);
    await published(key, 2, 4);

    await compareWithBus({ ...compared, messagesMax: 2 });
    expect(await loadMarks(db)).toEqual(expect.arrayContaining(before.filter(({ nextOffset }) => nextOffset > 0)));

    await compareWithBus(compared);
    expect((await loadMarks(db)).reduce((sum, { nextOffset }) => sum + nextOffset, 0)).toBe(4);
  });

  /** The messages that were published behind the marks, by partition: all of it is unknown to the database. */
  const ends = async (): Promise<ReadonlyMap<number, number>> => {
    const marks = new Map((await loadMarks(db)).map(({ partition, nextOffset }) => [partition, nextOffset]));
    const ahead = (await bus.ends([topic])).map(
      ({ partition, endOffset }) => [partition, endOffset - (marks.get(partition) ?? 0)] as const,
    );
    return new Map(ahead.filter(([, count]) => count > 0));
  };
});

describe('a service whose bus was put back', () => {
  it('refuses to start where its own messages are gone', async () => {
    await published(newKey(), 1, 2);
    await start();
    await busDb.query('delete from bus_messages');
    await busDb.query('update bus_partitions set next_offset = 0');

    await expect(start()).rejects.toMatchObject({ code: 'bus.behind_database' });
  });

  it('refuses to start where it has consumed more than there is', async () => {
    await db.query(`insert into consumed_offsets (topic, partition, next_offset) values ('payment.events.v1', 2, 7)`);

    const fault: unknown = await start().catch((thrown: unknown) => thrown);
    expect(fault).toMatchObject({ code: 'bus.behind_database' });
    expect(String(fault)).toContain('payment.events.v1/2: 7');
  });
});

describe('a bus that is away at the start', () => {
  it('gets nothing before it was compared, and the service is not ready until then', async () => {
    let isAway = true;
    const awayAtFirst: Bus = {
      ...bus,
      ends: (topics) => (isAway ? Promise.reject(new Error('It is away.')) : bus.ends(topics)),
    };
    const [health, lifecycle] = [createHealth(), createLifecycle(log)];
    const kept = await keepInStep({ service: 'charge', config: config(), db, log, health, lifecycle }, awayAtFirst);
    const key = newKey();
    await decided(key, 1, 1);

    await expect(kept.publish(messages(key, 1, 1))).rejects.toThrow('have not been compared');
    expect((await health.report('ready')).isHealthy).toBe(false);

    isAway = false;
    await eventually(async () => (await health.report('ready')).isHealthy);
    await kept.publish(messages(key, 1, 1));
    await lifecycle.stop();
  });

  it('gets nothing where it turns out that the database was put back', async () => {
    await bus.publish(messages(newKey(), 1, 1));
    let asked = 0;
    const awayAtFirst: Bus = {
      ...bus,
      ends: (topics) => ((asked += 1) === 1 ? Promise.reject(new Error('It is away.')) : bus.ends(topics)),
    };
    const [health, lifecycle] = [createHealth(), createLifecycle(log)];
    const kept = await keepInStep({ service: 'charge', config: config(), db, log, health, lifecycle }, awayAtFirst);

    const refused = { code: 'database.behind_bus' };
    await eventuallyHolds(() => expect(kept.publish(messages(newKey(), 1, 1))).rejects.toMatchObject(refused));
    expect((await health.report('ready')).isHealthy).toBe(false);
    await lifecycle.stop();
  });
});
