import { randomInt } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { type Append } from '../src/event-store/append';
import { createEventStore, type EventStore } from '../src/event-store/event-store';
import { IdempotencyConflict } from '../src/idempotency/ticket';
import { type Added, type OutboxMessage } from '../src/outbox/outbox-message';
import { openDatabase, type Database } from '../src/postgres/database';
import { chassisMigrations, migrate } from '../src/postgres/migrate';
import { createMetrics } from '../src/telemetry/metrics';
import { eventually } from '../src/testing/eventually';
import { createTestDatabase, type TestDatabase } from '../src/testing/postgres';
import { byId, rowsOfKeys } from './outbox-rows';
import { chargeCreated, claim } from './samples';

let testDatabase: TestDatabase;
let db: Database;
let store: EventStore;
/** The rows that the store passed to onCommitted, commit by commit. */
const told: Added[] = [];

beforeAll(async () => {
  testDatabase = await createTestDatabase('event_store');
  db = openDatabase({ url: testDatabase.url, name: 'event-store-test' });
  await migrate(db, [chassisMigrations.eventStore]);
  await db.query(`create table unique_names (name text constraint unique_names_pkey primary key, stream_id text)`);
  await db.query(`
    create or replace function apply_effects(effects json) returns void language plpgsql as $$
    begin
      if effects ->> 'fail' is not null then raise exception 'asked to fail'; end if;
      insert into unique_names select * from json_populate_recordset(null::unique_names, effects -> 'names');
    end
    $$`);
  store = createEventStore({ db, onCommitted: (_, added) => told.push(added), metrics: createMetrics('test') });
});

afterAll(async () => {
  await db.close();
  await testDatabase.drop();
});

const at = '2026-01-01T00:00:00.000Z';
let made = 0;
const newId = (): string => `ch_${(made += 1)}`;

const appendOf = (streamId: string, expectedVersion: number, more: Partial<Append> = {}): Append => ({
  streamId,
  expectedVersion,
  events: [{ id: `evt_${streamId}_${expectedVersion + 1}`, type: 'Counted', at, data: { count: expectedVersion + 1 } }],
  publicEvents: [chargeCreated(streamId, expectedVersion + 1)],
  ...more,
});

const named = (name: string, streamId: string) => ({ names: [{ name, stream_id: streamId }] });

const positionsOf = async (key: string): Promise<number[]> =>
  (await rowsOfKeys(db, [key])).map(({ position }) => position);

const toldSince = (before: number): readonly OutboxMessage[] => told.slice(before).flatMap((added) => added ?? []);

describe('appending events', () => {
  it('keeps events, outbox rows and effects together, and wakes the relay', async () => {
    const id = newId();
    const toldBefore = told.length;

    const outcome = await store.append(appendOf(id, 0, { effects: named(id, id) }));

    expect(outcome).toEqual({ outcome: 'appended', version: 1 });
    expect(await store.load(id)).toEqual({
      version: 1,
      events: [{ id: `evt_${id}_1`, type: 'Counted', at, data: { count: 1 }, version: 1 }],
    });
    expect(await positionsOf(id)).toEqual([1]);
    expect(await db.query('select stream_id from unique_names where name = $1', [id])).toEqual([{ stream_id: id }]);
    expect(told.slice(toldBefore)).toEqual([await rowsOfKeys(db, [id])]);
  });

  it('refuses a decision made on another version, and keeps nothing of it', async () => {
    const id = newId();
    await store.append(appendOf(id, 0));

    const outcomes = await Promise.all([
      store.append(appendOf(id, 0, { idempotency: claim(id, 'ulid-1') })),
      store.append(appendOf(id, 5)),
    ]);

    expect(outcomes).toEqual([{ outcome: 'version_conflict' }, { outcome: 'version_conflict' }]);
    expect((await store.load(id)).version).toBe(1);
    expect(await positionsOf(id)).toEqual([1]);
    expect(await db.query('select from idempotency_keys where key = $1', [id])).toEqual([]);
  });

  it('gives each stream contiguous versions and positions under contention', async () => {
    const streams = [newId(), newId(), newId()];
    const perWriter = 12;
    const writer = async (): Promise<void> => {
      for (let written = 0; written < perWriter;) {
        const streamId = streams[randomInt(streams.length)]!;
        const { version } = await store.load(streamId);
        for (let wait = randomInt(6); wait > 0; wait -= 1) await turn();
        const { outcome } = await store.append(appendOf(streamId, version));
        if (outcome === 'appended') written += 1;
      }
    };

    await Promise.all(Array.from({ length: 8 }, writer));

    const versions = await Promise.all(streams.map(async (id) => (await store.load(id)).version));
    expect(versions.reduce((sum, version) => sum + version)).toBe(8 * perWriter);
    for (const [index, id] of streams.entries()) {
      expect(await positionsOf(id)).toEqual(Array.from({ length: versions[index]! }, (_, at) => at + 1));
    }
  });

  it('commits concurrent appends of different streams together', async () => {
    const toldBefore = told.length;

    const ids = Array.from({ length: 40 }, newId);

    const outcomes = await Promise.all(ids.map((id) => store.append(appendOf(id, 0))));

    expect(new Set(outcomes.map(({ outcome }) => outcome))).toEqual(new Set(['appended']));
    expect(told.length - toldBefore).toBeLessThan(10);
    expect(byId(toldSince(toldBefore))).toEqual(await rowsOfKeys(db, ids));
  });

  it('tells only the culprit of a group about a unique violation or a fault', async () => {
    const taken = newId();
    await store.append(appendOf(taken, 0, { effects: named(taken, taken) }));
    const ids = [newId(), newId(), newId(), newId()];
    const toldBefore = told.length;

    const outcomes = await Promise.allSettled([
      store.append(appendOf(ids[0]!, 0)),
      store.append(appendOf(ids[1]!, 0, { effects: named(taken, ids[1]!) })),
      store.append(appendOf(ids[2]!, 0, { effects: { fail: [{}] } })),
      store.append(appendOf(ids[3]!, 0)),
    ]);

    expect(outcomes).toEqual([
      { status: 'fulfilled', value: { outcome: 'appended', version: 1 } },
      { status: 'fulfilled', value: { outcome: 'unique_violation', constraint: 'unique_names_pkey' } },
      { status: 'rejected', reason: expect.objectContaining({ message: 'asked to fail' }) },
      { status: 'fulfilled', value: { outcome: 'appended', version: 1 } },
    ]);
    expect((await store.load(ids[1]!)).version).toBe(0);
    expect(byId(toldSince(toldBefore))).toEqual(await rowsOfKeys(db, ids));
  });

  it('leaves out of a group only what has another version or a key that is held', async () => {
    const [stale, holder] = [newId(), newId()];
    await store.append(appendOf(stale, 0));
    await store.append(appendOf(holder, 0, { idempotency: claim(holder, 'ulid-1') }));
    const ids = [newId(), newId(), newId()];
    const toldBefore = told.length;

    // The first two leave at once, each in a group of its own; what follows makes up one group.
    const outcomes = await Promise.allSettled([
      ...[newId(), newId()].map((id) => store.append(appendOf(id, 0))),
      store.append(appendOf(ids[0]!, 0, { effects: named(ids[0]!, ids[0]!) })),
      store.append(appendOf(stale, 0, { effects: named(stale, stale) })),
      store.append(appendOf(ids[1]!, 0, { idempotency: claim(holder, 'ulid-2') })),
      store.append(appendOf(ids[2]!, 0, { idempotency: claim(ids[2]!, 'ulid-3') })),
    ]);

    expect(outcomes.slice(2)).toEqual([
      { status: 'fulfilled', value: { outcome: 'appended', version: 1 } },
      { status: 'fulfilled', value: { outcome: 'version_conflict' } },
      { status: 'rejected', reason: expect.any(IdempotencyConflict) },
      { status: 'fulfilled', value: { outcome: 'appended', version: 1 } },
    ]);
    expect((await store.load(ids[1]!)).version).toBe(0);
    expect(await db.query('select name from unique_names where name = any ($1)', [[...ids, stale]])).toEqual([
      { name: ids[0] },
    ]);
    expect(toldSince(toldBefore).filter(({ key }) => [...ids, stale].includes(key))).toEqual(await rowsOfKeys(db, ids));
  });
});

it('tells of a commit whose answer was lost, and of none that the server refused', async () => {
  const lost: unknown[] = [];
  const failingWith = (fault: Error) => {
    const query = () => Promise.reject(fault);
    return createEventStore({
      db: { ...db, query },
      onCommitted: (_, added) => lost.push(added),
      metrics: createMetrics('test'),
    });
  };

  await expect(failingWith(new Error('Connection terminated')).append(appendOf(newId(), 0))).rejects.toThrow();
  expect(lost).toEqual([undefined]);
  await expect(failingWith(new Error('asked to fail')).append(appendOf(newId(), 0))).rejects.toThrow('asked to fail');
  expect(lost).toEqual([undefined]);
});

describe("appending in a caller's transaction", () => {
  it('keeps appends to several streams with one call, and nothing when the transaction is lost', async () => {
    const [one, other] = [newId(), newId()];
    const toldBefore = told.length;

    await db.transaction(async (tx) => {
      expect(await store.appendAll(tx, [appendOf(one, 0), appendOf(other, 0)])).toEqual([]);
      expect((await store.load(one)).version).toBe(0);
    });
    const lost = db.transaction(async (tx) => {
      await store.appendAll(tx, [appendOf(one, 1)]);
      throw new Error('Changed my mind.');
    });

    await expect(lost).rejects.toThrow('Changed my mind.');
    expect(await positionsOf(one)).toEqual([1]);
    expect((await store.load(other)).version).toBe(1);
    expect(told).toHaveLength(toldBefore);
  });

  it('keeps nothing and tells which streams have another version', async () => {
    const [stale, other] = [newId(), newId()];
    await store.append(appendOf(stale, 0));

    const changed = await db.transaction((tx) => store.appendAll(tx, [appendOf(other, 0), appendOf(stale, 0)]));

    expect(changed).toEqual([stale]);
    expect((await store.load(other)).version).toBe(0);
  });

  it('loads many streams in one go, and has others wait to append to them', async () => {
    const [one, empty] = [newId(), newId()];
    await store.append(appendOf(one, 0));
    const order: string[] = [];
    let outside: Promise<unknown> = Promise.resolve();

    await db.transaction(async (tx) => {
      const streams = await store.loadAll(tx, [one, empty]);
      expect([...streams].map(([id, { version, events }]) => [id, version, events.length])).toEqual([
        [one, 1, 1],
        [empty, 0, 0],
      ]);
      outside = store.append(appendOf(one, 1)).then(({ outcome }) => order.push(outcome));
      await eventually(async () => (await waitingFor('advisory')) > 0);
      await store.appendAll(tx, [appendOf(one, 1)]);
      order.push('inside');
    });

    await outside;
    expect(order).toEqual(['inside', 'version_conflict']);
  });
});

const waitingFor = async (lock: string): Promise<number> => {
  const [row] = await db.query<{ count: number }>(
    `select count(*) from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock' and wait_event = $1`,
    [lock],
  );
  return row?.count ?? 0;
};

describe('claiming an idempotency key with an append', () => {
  it('lets the holder turn running into done, once', async () => {
    const id = newId();
    const done = { ...claim(id, 'ulid-1'), status: 'done', responseStatus: 200, responseBody: '{"a":1}' } as const;
    await store.append(appendOf(id, 0, { idempotency: claim(id, 'ulid-1') }));

    await store.append(appendOf(id, 1, { idempotency: done }));

    const again = store.append(appendOf(id, 2, { idempotency: { ...done, responseBody: '{"a":2}' } }));
    await expect(again).rejects.toMatchObject({ existing: done });
    expect((await store.load(id)).version).toBe(2);
  });

  it('throws what another request holds, and keeps nothing', async () => {
    const [first, second] = [newId(), newId()];
    await store.append(appendOf(first, 0, { idempotency: claim(first, 'ulid-1') }));

    const refused = store.append(appendOf(second, 0, { idempotency: claim(first, 'ulid-2') }));

    await expect(refused).rejects.toThrow(IdempotencyConflict);
    await expect(refused).rejects.toMatchObject({ existing: claim(first, 'ulid-1') });
    expect((await store.load(second)).version).toBe(0);
  });

  it('lets one of many concurrent requests with the same key through', async () => {
    const key = newId();
    const attempts = Array.from({ length: 10 }, (_, index) =>
      store.append(appendOf(newId(), 0, { idempotency: claim(key, `ulid-${index}`) })),
    );

    const settled = await Promise.allSettled(attempts);

    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});
