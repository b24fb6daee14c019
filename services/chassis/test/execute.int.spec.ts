import { dated, reject, type Dated, type Decider } from '../src/decider';
import { createEventStore, type EventStore } from '../src/event-store/event-store';
import { ContentionError, createExecutor, isUniqueViolation } from '../src/event-store/execute';
import { type PublicForm } from '../src/outbox/outbox';
import { type OutboxMessage } from '../src/outbox/outbox-message';
import { openDatabase, type Database } from '../src/postgres/database';
import { callAll, resultsOf, selectListOf } from '../src/postgres/function-call';
import { chassisMigrations, migrate } from '../src/postgres/migrate';
import { createMetrics } from '../src/telemetry/metrics';
import { countingIds } from '../src/testing/ids';
import { createTestDatabase, type TestDatabase } from '../src/testing/postgres';
import { newKey } from './bus-harness';
import { byId, rowsOfKeys } from './outbox-rows';
import { chargeCreated, claim } from './samples';

interface Add {
  readonly type: 'Add';
  readonly amount: number;
  readonly times?: number;
}

type Added = Dated<{ readonly type: 'Added'; readonly data: { readonly amount: number } }>;
interface Total {
  readonly total: number;
}

const at = '2026-01-01T00:00:01.000Z';

const counter: Decider<Add, Total, Added> = {
  initialState: { total: 0 },
  decide: ({ amount, times = 1 }, { total }) => {
    if (total + amount > 100) return reject('counter.full', 'It holds a hundred.');
    const added = { type: 'Added' as const, data: { amount } };
    return dated(amount === 0 ? [] : Array.from({ length: times }, () => added), at);
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
    create or replace function apply_effects(effects json) returns void language sql as $$
      insert into totals as t select * from json_populate_recordset(null::totals, effects -> 'totals')
      on conflict (stream_id) do update set total = excluded.total
    $$`);
  store = createEventStore({ db, metrics: createMetrics('test') });
});

afterEach(() => db.query('truncate totals'));

afterAll(async () => {
  await db.close();
  await testDatabase.drop();
});

/** An odd total is published as an amount. */
const publicFormOf = (total: number): PublicForm => {
  const { type, data } = chargeCreated('ch_1', 1);
  return { type, data: { ...data, grossAmountMinor: total } };
};

const executorOn = (on: EventStore, rememberedMax = 0) =>
  createExecutor({
    store: on,
    decider: counter,
    toPublic: (_event, { total }) => (total % 2 === 0 ? null : publicFormOf(total)),
    effectsOf: ({ streamId, after }) => ({ totals: [{ stream_id: streamId, total: after.total }] }),
    ids: countingIds(),
    rememberedMax,
  });

describe('executing a command', () => {
  it('decides on the stored state and keeps the events', async () => {
    const id = newKey();
    const executor = executorOn(store);
    await executor.run(id, { type: 'Add', amount: 5 }, { isNew: true });

    const outcome = await executor.run(id, { type: 'Add', amount: 7 });

    expect(outcome).toEqual({ state: { total: 12 }, events: [{ type: 'Added', at, data: { amount: 7 } }], version: 2 });
    expect(await executor.load(id)).toEqual({ state: { total: 12 }, version: 2 });
    expect(await db.query('select total from totals where stream_id = $1', [id])).toEqual([{ total: 12 }]);
    expect(await db.query('select id from outbox where aggregateid = $1', [id])).toHaveLength(1);
  });

  it('publishes each event by the state after it, with its stream as key and its time', async () => {
    const id = newKey();

    await executorOn(store).run(id, { type: 'Add', amount: 1, times: 3 });

    const published = await db.query(
      `select aggregateid as key, headers ->> 'ce_time' as time, payload ->> 'grossAmountMinor' as amount
      from outbox where aggregateid = $1 order by id`,
      [id],
    );
    expect(published).toEqual(['1', '3'].map((amount) => ({ key: id, time: at, amount })));
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

  it('decides again when another process appended first, so that no addition is lost', async () => {
    const id = newKey();
    const executor = executorOn(store);
    // Each round of losers decides again, and three rounds are enough for three commands.
    const outcomes = await Promise.all([1, 2, 3].map((amount) => executor.run(id, { type: 'Add', amount })));

    expect(outcomes.every((outcome) => 'events' in outcome)).toBe(true);
    expect(await executor.load(id)).toEqual({ state: { total: 6 }, version: 3 });
  });

  it('gives up on a stream that never stands still', async () => {
    const restless: EventStore = { ...store, append: async () => ({ outcome: 'version_conflict' }) };

    await expect(executorOn(restless).run(newKey(), { type: 'Add', amount: 1 })).rejects.toThrow(ContentionError);
  });

  it('names the unique constraint that an effect violated', async () => {
    const executor = executorOn(store);
    await executor.run(newKey(), { type: 'Add', amount: 13 });

    const outcome = await executor.run(newKey(), { type: 'Add', amount: 13 });

    expect(outcome).toEqual({ outcome: 'unique_violation', constraint: 'totals_unlucky' });
    expect(isUniqueViolation(outcome)).toBe(true);
  });
});

/** A store that counts the streams it loads. */
const counted = () => {
  const loads: string[] = [];
  const counting: EventStore = {
    ...store,
    load: (streamId) => {
      loads.push(streamId);
      return store.load(streamId);
    },
  };
  return { loads, counting };
};

describe('executing commands on streams that are remembered', () => {
  it('decides on what this process left there, without loading it', async () => {
    const id = newKey();
    const { loads, counting } = counted();
    const executor = executorOn(counting, 10);
    await executor.run(id, { type: 'Add', amount: 1 }, { isNew: true });

    await executor.run(id, { type: 'Add', amount: 2 });

    expect(await executor.recall(id)).toEqual({ state: { total: 3 }, version: 2 });
    expect(loads).toEqual([]);
  });

  it('decides again on the changes of other processes, also when it would refuse or do nothing', async () => {
    const [grown, full] = [newKey(), newKey()];
    const { loads, counting } = counted();
    const executor = executorOn(counting, 10);
    const other = executorOn(store);
    await executor.run(grown, { type: 'Add', amount: 1 });
    await executor.run(full, { type: 'Add', amount: 99 });
    await other.run(grown, { type: 'Add', amount: 1 });
    await other.run(full, { type: 'Add', amount: -99 });
    loads.length = 0;

    expect(await executor.run(grown, { type: 'Add', amount: 1 })).toMatchObject({ state: { total: 3 }, version: 3 });
    expect(await executor.run(full, { type: 'Add', amount: 5 })).toMatchObject({ state: { total: 5 } });
    expect(loads).toEqual([grown, full]);
  });

  it('forgets the least recently used stream', async () => {
    const [first, second, third] = [newKey(), newKey(), newKey()];
    const { loads, counting } = counted();
    const executor = executorOn(counting, 2);
    for (const [amount, id] of [first, second, third].entries()) {
      await executor.run(id, { type: 'Add', amount: amount + 1 }, { isNew: true });
    }

    for (const id of [third, second, first]) await executor.recall(id);

    expect(loads).toEqual([first]);
  });
});

describe('executing many commands in one transaction', () => {
  const add = (streamId: string, amount: number, traceparent?: string) => ({
    streamId,
    command: { type: 'Add', amount } as const,
    traceparent,
  });

  it('folds those of one stream, and keeps them all with one load and one append', async () => {
    const [one, other] = [newKey(), newKey()];
    const executor = executorOn(store);
    await executor.run(one, { type: 'Add', amount: 90 });
    const statements: string[] = [];

    const outcomes = await db.transaction((tx) =>
      executor.runAll(
        {
          query: (sql, params) => {
            statements.push(sql);
            return tx.query(sql, params);
          },
        },
        [add(one, 7), add(other, 2), add(one, 4), add(one, 3), add(other, 0)],
      ),
    );

    expect(outcomes).toEqual([
      { state: { total: 97 }, events: [{ type: 'Added', at, data: { amount: 7 } }], version: 2 },
      { state: { total: 2 }, events: [{ type: 'Added', at, data: { amount: 2 } }], version: 1 },
      expect.objectContaining({ code: 'counter.full' }),
      { state: { total: 100 }, events: [{ type: 'Added', at, data: { amount: 3 } }], version: 3 },
      { state: { total: 2 }, events: [], version: 1 },
    ]);
    expect(statements).toHaveLength(2);
    expect(await executor.load(one)).toEqual({ state: { total: 100 }, version: 3 });
    expect(await db.query('select total from totals where stream_id = any ($1) order by 1', [[one, other]])).toEqual([
      { total: 2 },
      { total: 100 },
    ]);
  });

  it('gives each public event the trace of its command, and positions in order', async () => {
    const id = newKey();
    const trace = (digit: string) => `00-${digit.repeat(32)}-${digit.repeat(16)}-01`;

    await db.transaction((tx) =>
      executorOn(store).runAll(tx, [add(id, 1, trace('1')), add(id, 1, trace('2')), add(id, 1, trace('3'))]),
    );

    expect(
      await db.query(`select traceparent, position::text from outbox where aggregateid = $1 order by id`, [id]),
    ).toEqual([
      { traceparent: trace('1'), position: '1' },
      { traceparent: trace('3'), position: '2' },
    ]);
  });

  it('loses nothing of the others silently when one violates a constraint', async () => {
    const [fine, unlucky] = [newKey(), newKey()];
    const executor = executorOn(store);
    await executor.run(newKey(), { type: 'Add', amount: 13 });

    const ran = db.transaction((tx) => executor.runAll(tx, [add(fine, 1), add(unlucky, 13)]));

    await expect(ran).rejects.toMatchObject({ code: '23505' });
    expect((await executor.load(fine)).version).toBe(0);
  });

  it('asks nothing for no commands', async () => {
    const unasked = { query: () => Promise.reject(new Error('Nothing was to be asked.')) };

    expect(await executorOn(store).runAll(unasked, [])).toEqual([]);
  });
});

describe('preparing many commands without a transaction', () => {
  const add = (streamId: string, amount: number) => ({ streamId, command: { type: 'Add', amount } as const });

  it('decides by what is remembered, and is written by its calls', async () => {
    const [one, other] = [newKey(), newKey()];
    const reads: string[][] = [];
    const counting: EventStore = {
      ...store,
      readAll: (streamIds) => {
        reads.push([...streamIds]);
        return store.readAll(streamIds);
      },
    };
    const executor = executorOn(counting, 2);
    await executorOn(store).run(other, { type: 'Add', amount: 1 });
    await executor.run(one, { type: 'Add', amount: 90 });

    const added: OutboxMessage[] = [];
    for (const amount of [1, 2]) {
      const prepared = await executor.prepareAll([add(one, amount), add(other, amount), add(one, amount)]);
      const calls = prepared?.calls ?? [];
      const [row] = await db.query<Record<string, unknown>>(
        `select ${selectListOf(calls)}`,
        calls.flatMap(({ values }) => values),
      );
      added.push(...(prepared?.onWritten(resultsOf(calls, row)) ?? []));
    }

    expect(byId(added)).toEqual((await rowsOfKeys(db, [one, other])).slice(-added.length));
    expect(added).not.toEqual([]);
    expect(reads).toEqual([[other]]);
    expect(await executorOn(store).load(one)).toEqual({ state: { total: 96 }, version: 5 });
    expect(await executorOn(store).load(other)).toEqual({ state: { total: 4 }, version: 3 });
  });

  it('is refused when a stream has changed since, and reads it the next time', async () => {
    const id = newKey();
    const executor = executorOn(store, 1);
    await executor.run(id, { type: 'Add', amount: 1 });
    await executorOn(store).run(id, { type: 'Add', amount: 10 });

    const outdated = await executor.prepareAll([add(id, 2)]);
    await expect(callAll(db, outdated?.calls ?? [])).rejects.toMatchObject({ code: 'RP001' });
    const fresh = await executor.prepareAll([add(id, 2)]);
    await callAll(db, fresh?.calls ?? []);

    expect(await executor.load(id)).toEqual({ state: { total: 13 }, version: 3 });
  });

  it.each([
    { what: 'is refused', amount: 101 },
    { what: 'changes nothing', amount: 0 },
  ])('is left to the transaction when a command $what', async ({ amount }) => {
    expect(await executorOn(store).prepareAll([add(newKey(), 1), add(newKey(), amount)])).toBeUndefined();
  });

  it('asks nothing for no commands', async () => {
    expect((await executorOn(store).prepareAll([]))?.calls).toEqual([]);
  });
});
