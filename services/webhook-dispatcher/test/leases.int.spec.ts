import { type Added } from '@repasse/chassis/outbox/outbox-message';
import { openDatabase, type Database, type Tx } from '@repasse/chassis/postgres/database';
import { callAll } from '@repasse/chassis/postgres/function-call';
import { attemptEntry, recordAttempts } from '../src/store/attempts';
import { writingOf } from '../src/store/feeds';
import { claimDelivery, claimDue, claimForEvent, releaseLeases, type LeasedDelivery } from '../src/store/leases';
import { endedAttempt } from './ended-attempt';
import { insertEndpoint, openWebhookDatabase } from './webhook-database';

let db: Database;

beforeAll(async () => {
  db = await openWebhookDatabase();
});
afterAll(() => db.close());
beforeEach(() => db.query('truncate webhook_events, deliveries, delivery_attempts, outbox, outbox_positions'));

const at = (second: number): string => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString();

let sequence = 0;

/** A delivery that is due at so many seconds, planned by a process that has leased it or not. */
const plan = (id: string, second: number, { receiver = 'a.example', isLeased = false } = {}) => {
  const common = {
    ...{ webhook_id: `msg_${id}`, user_id: 7, sequence: ++sequence, charge_id: `ch_${id}`, event_type: 'charge.paid' },
  };
  const message = { ...common, charge_sequence: 1, invoice_id: 1, withdrawal_id: null, body: `body of ${id}` };
  const delivery = {
    ...common,
    ...{ delivery_id: `del_${id}`, endpoint_id: null, url: `https://${receiver}/hook`, receiver },
    ...{ has_slow_retries: false, waits: false, is_leased: isLeased },
  };
  const facts = { charges: [], invoices: [] };
  return callAll(db, [writingOf({ facts, ends: [], messages: [message], planned: [delivery] }, at(second))]);
};

const claim = (second: number, room: { limit?: number; rooms?: Record<string, number>; roomOfOthers?: number } = {}) =>
  claimDue(db, { now: at(second), limit: 100, rooms: {}, roomOfOthers: 100, ...room });

const idsOf = (deliveries: readonly LeasedDelivery[]): string[] => deliveries.map(({ delivery_id }) => delivery_id);

const runOut = (): Promise<unknown> =>
  db.query('update deliveries set lease_until = clock_timestamp() where lease_until is not null');

describe('a claim', () => {
  it('takes what is due, longest due first, with all that sending needs, and tells when the next comes due', async () => {
    await plan('b', 2);
    await plan('a', 1);
    await plan('later', 30);
    await plan('latest', 40, { receiver: 'b.example' });

    const { rows: deliveries, nextDueAt } = await claim(3);

    expect(idsOf(deliveries)).toEqual(['del_a', 'del_b']);
    expect(deliveries[0]).toMatchObject({
      webhook_id: 'msg_a',
      url: 'https://a.example/hook',
      body: 'body of a',
      attempts: 0,
      lease_token: 1,
      created_at: at(1),
    });
    expect(nextDueAt).toBe(at(30));
  });

  it('finds nothing where nothing is due, and tells when something will be', async () => {
    expect(await claim(3)).toEqual({ rows: [], nextDueAt: null });
    await plan('later', 30);

    expect(await claim(3)).toEqual({ rows: [], nextDueAt: at(30) });
  });

  it('takes of each receiver only what there is room for, and no more than the limit of all', async () => {
    for (const receiver of ['a.example', 'b.example', 'c.example'])
      for (const second of [1, 2, 3]) await plan(`${receiver}${second}`, second, { receiver });

    const some = await claim(9, { rooms: { 'a.example': 0, 'b.example': 2 }, roomOfOthers: 1 });
    expect(idsOf(some.rows).toSorted()).toEqual(['del_b.example1', 'del_b.example2', 'del_c.example1']);

    const two = await claim(9, { limit: 2 });
    expect(idsOf(two.rows).toSorted()).toEqual(['del_a.example1', 'del_a.example2']);
  });

  it('leaves what is leased, until the lease has run out', async () => {
    await plan('planned', 1, { isLeased: true });
    await plan('claimed', 1);
    expect(idsOf((await claim(2)).rows)).toEqual(['del_claimed']);

    expect((await claim(3_000)).rows).toEqual([]);
    await runOut();

    const again = (await claim(3)).rows;
    expect(idsOf(again).toSorted()).toEqual(['del_claimed', 'del_planned']);
    expect(again.map(({ lease_token }) => lease_token)).toEqual([2, 2]);
  });

  it('takes what was given back at once, but not what another has leased since', async () => {
    await plan('a', 1);
    await plan('b', 1);
    const { rows: deliveries } = await claim(2);
    await runOut();
    const [second] = (await claim(2, { limit: 1 })).rows;

    await releaseLeases(db, deliveries);

    const third = (await claim(2)).rows;
    expect([second!.delivery_id, ...idsOf(third)].toSorted()).toEqual(['del_a', 'del_b']);
  });

  it('by hand takes the delivery of a charge, unless a try of it is under way', async () => {
    await plan('a', 30);

    expect(await claimForEvent(db, 'msg_a')).toMatchObject([
      { delivery_id: 'del_a', body: 'body of a', status: 'PENDING', lease_token: 1 },
    ]);
    expect(await claimForEvent(db, 'msg_a')).toEqual([]);
    expect(await claimDelivery(db, 'del_a')).toBeUndefined();
  });
});

describe('what came of a try', () => {
  const stateOf = async (id: string) => {
    const [row] = await db.query('select status, attempts, lease_until from deliveries where delivery_id = $1', [id]);
    return row;
  };
  const countsOf = async () => {
    const [row] = await db.query(
      `select (select count(*) from delivery_attempts) as attempts, (select count(*) from outbox) as events`,
    );
    return row;
  };

  /** Ids, keys and positions, in the order of the ids. */
  const outboxRows = () => db.query('select id, aggregateid as key, position from outbox order by id');
  const addressesOf = (added: Added) =>
    (added ?? []).map(({ id, key, position }) => ({ id, key, position })).toSorted((one, other) => one.id - other.id);

  it('is kept for all of a group in one statement, with the event of each', async () => {
    await plan('a', 1);
    await plan('b', 1);
    const { rows: deliveries } = await claim(2);

    const { settled, added } = await recordAttempts(
      db,
      deliveries.map((delivery) => attemptEntry(endedAttempt(delivery))),
    );

    expect(settled).toEqual([{ result: true }, { result: true }]);
    expect(await stateOf('del_a')).toEqual({ status: 'DELIVERED', attempts: 1, lease_until: null });
    expect(await countsOf()).toEqual({ attempts: 2, events: 2 });
    expect(addressesOf(added)).toEqual(await outboxRows());
  });

  it('is refused once another has leased the delivery, and the others of its group are kept', async () => {
    await plan('a', 1);
    const [stale] = (await claim(2)).rows;
    await runOut();
    const [current] = (await claim(2)).rows;
    await plan('b', 1);
    const [other] = (await claim(2)).rows;

    const { settled, added } = await recordAttempts(
      db,
      [stale!, other!].map((delivery) => attemptEntry(endedAttempt(delivery))),
    );

    expect(settled).toEqual([{ result: false }, { result: true }]);
    expect(await stateOf('del_a')).toMatchObject({ status: 'PENDING', attempts: 0 });
    expect(addressesOf(added)).toEqual(await outboxRows());
    const again = await recordAttempts(db, [attemptEntry(endedAttempt(current!))]);
    expect(again.settled).toEqual([{ result: true }]);
    expect(await countsOf()).toEqual({ attempts: 2, events: 2 });
  });

  it('is kept once when the first answer was lost and it is sent again', async () => {
    await plan('a', 1);
    const { rows: deliveries } = await claim(2);
    const attempts = deliveries.map((delivery) => attemptEntry(endedAttempt(delivery)));
    await recordAttempts(db, attempts);

    expect(await recordAttempts(db, attempts)).toEqual({ settled: [{ result: false }], added: [] });
    expect(await countsOf()).toEqual({ attempts: 1, events: 1 });
  });

  it('that cannot be kept does not keep the others of its group from it', async () => {
    for (const id of ['a', 'b', 'c']) await plan(id, 1);
    const [a, b, c] = (await claim(2)).rows.map((delivery) => endedAttempt(delivery));
    const unstorable = { ...b!, record: { ...b!.record, responseBody: '\0' } };

    const { settled, added } = await recordAttempts(db, [a!, unstorable, c!].map(attemptEntry));

    expect(settled).toEqual([{ result: true }, { fault: expect.any(Error) }, { result: true }]);
    expect(await countsOf()).toEqual({ attempts: 2, events: 2 });
    expect(addressesOf(added)).toEqual(await outboxRows());
  });
});

describe('what came of tries', () => {
  let waiting: Database;

  beforeAll(async () => {
    waiting = openDatabase({ url: `${db.url}?options=-csynchronous_commit%3Don`, name: 'waiting' });
    const common = { userId: 7, eventTypes: ['*'] };
    await insertEndpoint(db, { ...common, endpointId: 'whe_free', isOrdered: false });
    await insertEndpoint(db, { ...common, endpointId: 'whe_ordered', isOrdered: true });
  });
  afterAll(async () => {
    await waiting.close();
    await db.query('truncate webhook_endpoints');
  });

  it.each([
    { what: "a charge's own address", endpointId: null, trigger: 'AUTOMATIC', waits: false },
    { what: 'an endpoint', endpointId: 'whe_free', trigger: 'AUTOMATIC', waits: false },
    {
      what: 'an ordered endpoint, whose next one follows',
      endpointId: 'whe_ordered',
      trigger: 'AUTOMATIC',
      waits: true,
    },
    { what: 'a person who waits for it', endpointId: null, trigger: 'MANUAL', waits: true },
  ] as const)('waits for the disk: $waits, for $what', async ({ endpointId, trigger, waits }) => {
    await plan('a', 1);
    const [delivery] = (await claim(2)).rows;

    const entry = attemptEntry(endedAttempt({ ...delivery!, endpoint_id: endpointId }, trigger));
    const { settled, added } = await recordAttempts(waiting, [entry]);

    expect(settled).toEqual([{ result: true }]);
    expect(added?.map(({ wasFlushed }) => wasFlushed)).toEqual([waits]);
  });

  it('is kept without reading other deliveries, however many there are', async () => {
    await db.query(`
      insert into deliveries (
        delivery_id, webhook_id, user_id, charge_id, event_type, sequence, url, receiver, status, created_at, updated_at
      )
      select 'del_old_' || n, 'msg_old_' || n, 7, 'ch_old_' || n, 'charge.paid', n, 'https://a.example/hook', 'a.example',
        'DELIVERED', now(), now()
      from generate_series(1, 2000) as n`);
    await db.query('analyze deliveries');
    await plan('new', 1);
    const { rows: deliveries } = await claim(3);

    const read = await db.transaction(async (tx) => {
      // The connection counts what it read in the last second, also before this transaction.
      const before = await rowsReadBy(tx);
      const { settled } = await recordAttempts(
        tx,
        deliveries.map((delivery) => attemptEntry(endedAttempt(delivery))),
      );
      expect(settled).toEqual([{ result: true }]);
      return (await rowsReadBy(tx)) - before;
    });

    expect(read).toBeLessThan(10);
  });
});

const rowsReadBy = async (tx: Tx): Promise<number> => {
  const [row] = await tx.query<{ rows: number }>(
    `select seq_tup_read + idx_tup_fetch as rows from pg_stat_xact_user_tables where relname = 'deliveries'`,
  );
  return row?.rows ?? 0;
};
