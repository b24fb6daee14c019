import { reject, type Decider } from '../src/decider';
import { createEventStore, type EventStore } from '../src/event-store/event-store';
import { ContentionError, createExecutor, isUniqueViolation } from '../src/event-store/execute';
import { openDatabase, type Database } from '../src/postgres/database';
import { chassisMigrations, migrate } from '../src/postgres/migrate';
import { createMetrics } from '../src/telemetry/metrics';
import { countingIds } from '../src/testing/ids';
import { createTestDatabase, type TestDatabase } from '../src/testing/postgres';
import { newKey } from './bus-harness';
import { chargeCreated, claim } from './samples';

type Add = { readonly type: 'Add'; readonly amount: number };
type Added = { readonly type: 'Added'; readonly data: { readonly amount: number } };
type Total = { readonly total: number };

const counter: Decider<Add, Total, Added> = {
  initialState: { total: 0 },
  decide: ({ amount }, { total }) => {
    if (total + amount > 100) return reject('counter.full', 'It holds a hundred.');
    return amount === 0 ? [] : [{ type: 'Added', data: { amount } }];
  },
  evolve: ({ total }, { data }) => ({ total: total + data.amount }),
};

let testDatabase: TestDatabase;
let db: Database;
let store: EventStore;

beforeAll(async () => {
  testDatabase = await createTestDatabase('execute');
  db = openDatabase({ url: testDatabase.url, name: 'execute-test' });
  await migrate(db, [chassisMigrations.eventStore]);
  await db.query('create table totals (stream_id text primary key, total integer constraint totals_unlucky unique)');
  await db.query(`
    create or replace function apply_effects(stream_id text, effects jsonb) returns void language sql as $$
      insert into totals as t values (stream_id, (effects ->> 'total')::integer)
      on conflict (stream_id) do update set total = excluded.total
    $$`);
  store = createEventStore({ db, metrics: createMetrics('test') });
});

afterEach(() => db.query('truncate totals'));

afterAll(async () => {
  await db.close();
  await testDatabase.drop();
});

const executorOn = (on: EventStore) =>
  createExecutor({
    store: on,
    decider: counter,
    toPublic: (_event, { streamId, version }) => (version % 2 === 0 ? null : chargeCreated(streamId, version)),
    effectsOf: ({ total }) => ({ total }),
    ids: countingIds(),
  });

describe('executing a command', () => {
  it('decides on what is stored and keeps what follows', async () => {
    const id = newKey();
    const executor = executorOn(store);
    await executor.run(id, { type: 'Add', amount: 5 }, { isNew: true });

    const outcome = await executor.run(id, { type: 'Add', amount: 7 });

    expect(outcome).toEqual({ state: { total: 12 }, events: [{ type: 'Added', data: { amount: 7 } }], version: 2 });
    expect(await executor.load(id)).toEqual({ state: { total: 12 }, version: 2 });
    expect(await db.query('select total from totals where stream_id = $1', [id])).toEqual([{ total: 12 }]);
    expect(await db.query('select id from outbox where aggregateid = $1', [id])).toHaveLength(1);
  });

  it('answers a refusal, and says nothing when nothing happens', async () => {
    const id = newKey();
    const executor = executorOn(store);

    expect(await executor.run(id, { type: 'Add', amount: 101 })).toMatchObject({ code: 'counter.full' });
    expect(await executor.run(id, { type: 'Add', amount: 0 })).toEqual({ state: { total: 0 }, events: [], version: 0 });
  });

  it('keeps the answer with the decision when it is given as a function of the state', async () => {
    const id = newKey();
    const idempotency = ({ total }: Total) => ({
      ...claim(id, 'u'),
      status: 'done' as const,
      responseStatus: 200,
      responseBody: String(total),
    });

    await executorOn(store).run(id, { type: 'Add', amount: 3 }, { idempotency });

    const rows = await db.query('select response_body from idempotency_keys where key = $1', [id]);
    expect(rows).toEqual([{ response_body: '3' }]);
  });

  it('claims the key even when nothing happens', async () => {
    const id = newKey();

    await executorOn(store).run(id, { type: 'Add', amount: 0 }, { idempotency: claim(id, 'u') });

    expect(await db.query('select ulid from idempotency_keys where key = $1', [id])).toEqual([{ ulid: 'u' }]);
  });

  it('decides again when somebody was faster, so that no addition is lost', async () => {
    const id = newKey();
    const executor = executorOn(store);
    // Each round of losers is decided again, and three rounds are enough for three commands.
    const outcomes = await Promise.all([1, 2, 3].map((amount) => executor.run(id, { type: 'Add', amount })));

    expect(outcomes.every((outcome) => 'events' in outcome)).toBe(true);
    expect(await executor.load(id)).toEqual({ state: { total: 6 }, version: 3 });
  });

  it('gives up on a stream that never stands still', async () => {
    const restless: EventStore = { ...store, append: async () => ({ outcome: 'version_conflict' }) };

    await expect(executorOn(restless).run(newKey(), { type: 'Add', amount: 1 })).rejects.toThrow(ContentionError);
  });

  it('tells which unique constraint an effect ran into', async () => {
    const executor = executorOn(store);
    await executor.run(newKey(), { type: 'Add', amount: 13 });

    const outcome = await executor.run(newKey(), { type: 'Add', amount: 13 });

    expect(outcome).toEqual({ outcome: 'unique_violation', constraint: 'totals_unlucky' });
    expect(isUniqueViolation(outcome)).toBe(true);
  });
});
