import { type Bus, type OutgoingMessage } from '../src/bus/bus';
import { createEventStore } from '../src/event-store/event-store';
import { enqueue } from '../src/outbox/outbox';
import { startRelay, type Relay } from '../src/outbox/relay';
import { openDatabase, type Database } from '../src/postgres/database';
import { chassisMigrations, migrate } from '../src/postgres/migrate';
import { createMetrics } from '../src/telemetry/metrics';
import { eventually } from '../src/testing/eventually';
import { createTestDatabase, type TestDatabase } from '../src/testing/postgres';
import { distinct, newKey, upTo } from './bus-harness';
import { endOfLog, isOnDisk } from './log-position';
import { rowsOfKeys } from './outbox-rows';
import { chargeCreated, silentLog } from './samples';

let testDatabase: TestDatabase;
let db: Database;
const relays: Relay[] = [];

beforeAll(async () => {
  testDatabase = await createTestDatabase('relay');
  db = openDatabase({ url: testDatabase.url, name: 'relay-test' });
  await migrate(db, [chassisMigrations.eventStore]);
});

afterEach(async () => {
  await Promise.all(relays.splice(0).map((relay) => relay.stop()));
});

afterAll(async () => {
  await db.close();
  await testDatabase.drop();
});

/** A bus that keeps what it is given. `before` and `after` run around each batch. */
const recordingBus = (hooks: { before?: () => Promise<void>; after?: () => Promise<void> } = {}) => {
  const sent: OutgoingMessage[] = [];
  const refuse = () => Promise.reject(new Error('Not a part of this test.'));
  const bus: Bus = {
    isOnOtherServer: false,
    publish: async (messages) => {
      await hooks.before?.();
      sent.push(...messages);
      await hooks.after?.();
    },
    subscribe: refuse,
    replay: refuse,
    ends: refuse,
    read: refuse,
    lag: refuse,
    close: () => Promise.resolve(),
  };
  return { bus, sent };
};

const neverMs = 3_600_000;

const relay = (bus: Bus, more: { pollIntervalMs?: number; batchMessages?: number } = {}): Relay => {
  const started = startRelay({ db, bus, log: silentLog, metrics: createMetrics('test'), batchMessages: 20, ...more });
  relays.push(started);
  return started;
};

const write = async (key: string, from: number, to: number): Promise<void> => {
  for (let sequence = from; sequence <= to; sequence += 1) {
    await db.transaction((tx) => enqueue(tx, [chargeCreated(key, sequence)]));
  }
};

const positionsOf = (sent: readonly OutgoingMessage[], key: string): number[] =>
  sent.filter((message) => message.key === key).map(({ headers }) => Number(headers['ce_position']));

const pending = async (): Promise<number> => {
  const [row] = await db.query<{ count: number }>('select count(*) from outbox');
  return row?.count ?? -1;
};

const killRelaySessions = (): Promise<unknown> =>
  db.query(`
    select pg_terminate_backend(pid) from pg_stat_activity
    where application_name like '% outbox relay' and datname = current_database()`);

describe('the relay', () => {
  it('sends what is committed, in order, and leaves nothing behind', async () => {
    const [one, other] = [newKey(), newKey()];
    await db.transaction((tx) => enqueue(tx, [chargeCreated(one, 1), chargeCreated(other, 1), chargeCreated(one, 2)]));
    const { bus, sent } = recordingBus();
    relay(bus);

    await write(one, 3, 30);

    await eventually(async () => (await pending()) === 0);
    expect(positionsOf(sent, one)).toEqual(upTo(30));
    expect(positionsOf(sent, other)).toEqual([1]);
    const [first] = sent.filter(({ key }) => key === other);
    expect(JSON.parse(first?.value ?? '')).toEqual(chargeCreated(other, 1).data);
    expect(first).toMatchObject({
      topic: 'charge.events.v1',
      headers: {
        ce_type: 'repasse.charge.created.v1',
        ce_source: 'repasse/charge',
        ce_subject: other,
        ce_specversion: '1.0',
      },
    });
  });

  it('sends twice rather than not at all when it dies between the bus and the delete', async () => {
    const key = newKey();
    let deaths = 0;
    const after = async () => {
      deaths += 1;
      if (deaths <= 2) await killRelaySessions();
    };
    await write(key, 1, 30);
    const { bus, sent } = recordingBus({ after });

    relay(bus);

    await eventually(async () => (await pending()) === 0);
    expect(deaths).toBeGreaterThan(2);
    expect(distinct(positionsOf(sent, key))).toEqual(upTo(30));
    expect(positionsOf(sent, key).length).toBeGreaterThan(30);
  });

  it('keeps everything while the bus is away, and goes on by itself', async () => {
    const key = newKey();
    let isAway = true;
    let refusals = 0;
    const before = async () => {
      if (!isAway) return;
      refusals += 1;
      throw new Error('The bus is away.');
    };
    const { bus, sent } = recordingBus({ before });
    relay(bus);
    await write(key, 1, 5);
    await eventually(() => refusals >= 2);
    expect(await pending()).toBe(5);

    isAway = false;

    await eventually(async () => (await pending()) === 0);
    expect(positionsOf(sent, key)).toEqual(upTo(5));
  });

  it('sends all of several batches in order when the bus refuses once, at once, as the next batch is read', async () => {
    const keys = Array.from({ length: 40 }, newKey);
    // 1,200 rows in batches of 500; each batch has some of every key.
    for (const sequence of upTo(30)) {
      await db.transaction((tx) =>
        enqueue(
          tx,
          keys.map((key) => chargeCreated(key, sequence)),
        ),
      );
    }
    let calls = 0;
    const before = async () => {
      calls += 1;
      if (calls === 1) throw new Error('The bus refuses.');
    };
    const { bus, sent } = recordingBus({ before });

    relay(bus, { batchMessages: 500 });

    await eventually(async () => (await pending()) === 0);
    for (const key of keys) expect(distinct(positionsOf(sent, key))).toEqual(upTo(30));
  });

  it('works alone: a second one stands by, and takes over when the first one dies', async () => {
    const keys = [newKey(), newKey(), newKey()];
    const [first, second] = [recordingBus(), recordingBus()];
    const one = relay(first.bus);
    await Promise.all(keys.map((key) => write(key, 1, 10)));
    await eventually(async () => (await pending()) === 0);
    const other = relay(second.bus);
    await Promise.all(keys.map((key) => write(key, 11, 20)));
    // The one that stands by passes the word on.
    other.wake();
    await eventually(async () => (await pending()) === 0);
    expect(second.sent).toEqual([]);

    await one.stop();
    await Promise.all(keys.map((key) => write(key, 21, 30)));

    await eventually(async () => (await pending()) === 0);
    for (const key of keys) expect(positionsOf([...first.sent, ...second.sent], key)).toEqual(upTo(30));
  });

  it.each([{ how: 'reads' }, { how: 'is notified of' }])(
    'has rows that it $how on the disk before another server has them',
    async ({ how }) => {
      const key = newKey();
      const seen: boolean[] = [];
      let written = '';
      const before = async () => void seen.push(await isOnDisk(db, written));
      const { bus, sent } = recordingBus({ before });
      const working = relay({ ...bus, isOnOtherServer: true }, { pollIntervalMs: neverMs });
      await eventually(async () => (await pending()) === 0);

      for (let sequence = 1; sequence <= 10; sequence += 1) {
        await db.transaction((tx) => enqueue(tx, [chargeCreated(key, sequence)]), { waitsForDisk: false });
        written = await endOfLog(db);
        const added = (await rowsOfKeys(db, [key])).slice(-1);
        working.wake(how === 'reads' ? undefined : added);
        await eventually(() => positionsOf(sent, key).length === sequence);
      }

      expect(seen).toHaveLength(10);
      expect(seen.every(Boolean)).toBe(true);
    },
  );

  it.each([
    { server: 'on', waitsForDisk: true, wasFlushed: true },
    { server: 'on', waitsForDisk: false, wasFlushed: false },
    { server: 'off', waitsForDisk: true, wasFlushed: false },
  ])('needs no flush for commits that waited: $wasFlushed', async ({ server, waitsForDisk, wasFlushed }) => {
    const key = newKey();
    const url = `${testDatabase.url}?options=-csynchronous_commit%3D${server}`;
    const writer = openDatabase({ url, name: 'relay-test-writer' });
    await writer.transaction((tx) => enqueue(tx, [chargeCreated(key, 1)]), { waitsForDisk });
    await writer.close();

    const rows = await db.query('select was_flushed as "wasFlushed" from outbox where aggregateid = $1', [key]);
    expect(rows).toEqual([{ wasFlushed }]);
  });

  it('is not held up by a transaction that stays open, and loses nothing of it', async () => {
    const [slow, quick] = [newKey(), newKey()];
    const { bus, sent } = recordingBus();
    relay(bus);

    await db.transaction(async (tx) => {
      await enqueue(tx, [chargeCreated(slow, 1)]);
      await write(quick, 1, 3);
      await eventually(() => positionsOf(sent, quick).length === 3);
      expect(positionsOf(sent, slow)).toEqual([]);
    });

    await eventually(() => positionsOf(sent, slow).length === 1);
  });

  it('needs no poll when it is woken, at once or soon, or loses its connection while it sleeps', async () => {
    const key = newKey();
    const { bus, sent } = recordingBus();
    await write(key, 1, 1);
    const working = relay(bus, { pollIntervalMs: neverMs });
    await eventually(() => positionsOf(sent, key).length === 1);

    await write(key, 2, 2);
    working.wake();
    await eventually(() => positionsOf(sent, key).length === 2);
    await write(key, 3, 3);
    working.wakeSoon();
    await eventually(() => positionsOf(sent, key).length === 3);
    await write(key, 4, 4);
    await killRelaySessions();

    await eventually(() => positionsOf(sent, key).includes(4));
    // What was sent and not deleted yet comes again.
    expect([...new Set(positionsOf(sent, key))]).toEqual(upTo(4));
  });
});

describe('the relay that is notified of commits', () => {
  /** A relay that has read the outbox once and will not by itself, and the event store that tells it of its commits. */
  const startHearing = async (hooks: { before?: () => Promise<void> } = {}) => {
    const first = newKey();
    await write(first, 1, 1);
    const { bus, sent } = recordingBus(hooks);
    const working = relay(bus, { pollIntervalMs: neverMs });
    const store = createEventStore({
      db,
      onCommitted: (_, added) => working.wake(added),
      metrics: createMetrics('test'),
    });
    await eventually(() => positionsOf(sent, first).length === 1);
    const append = (streamId: string, sequences: readonly number[]) =>
      store.append({
        ...{ streamId, expectedVersion: 0, events: [] },
        publicEvents: sequences.map((sequence) => chargeCreated(streamId, sequence)),
      });
    return { sent, append };
  };

  it('sends them as they would be read, without reading', async () => {
    const key = newKey();
    const { sent, append } = await startHearing();

    await append(key, [1, 2]);
    await append(key, [3]);

    await eventually(() => positionsOf(sent, key).length === 3);
    const rows = await rowsOfKeys(db, [key]);
    // A reading would have deleted the first two.
    expect(rows.map(({ position }) => position)).toEqual([1, 2, 3]);
    expect(sent.filter((message) => message.key === key)).toEqual(rows);
  });

  it('reads the outbox for what others have added before them', async () => {
    const key = newKey();
    const { sent, append } = await startHearing();

    await write(key, 1, 2);
    await append(key, [3]);

    await eventually(() => positionsOf(sent, key).length === 3);
    expect(positionsOf(sent, key)).toEqual([1, 2, 3]);
  });

  it('sends them in order when the bus was away', async () => {
    const key = newKey();
    let refusals = 0;
    let isAway = false;
    const before = async () => {
      if (!isAway) return;
      refusals += 1;
      throw new Error('The bus is away.');
    };
    const { sent, append } = await startHearing({ before });
    isAway = true;
    await append(key, [1, 2]);
    await append(key, [3]);
    await eventually(() => refusals >= 2);

    isAway = false;

    await eventually(() => positionsOf(sent, key).length === 3);
    expect(positionsOf(sent, key)).toEqual([1, 2, 3]);
  });
});
