import { type Bus } from '../src/bus/bus';
import { openPostgresBus } from '../src/bus/postgres/postgres-bus';
import { systemClock } from '../src/clock';
import { serviceConfig, serviceSettings } from '../src/config/service-config';
import { randomIds } from '../src/ids';
import { startRelay } from '../src/outbox/relay';
import { type Database } from '../src/postgres/database';
import { chassisMigrations } from '../src/postgres/migrate';
import { compareWithBus } from '../src/restore/compare-with-bus';
import { rebuild } from '../src/restore/rebuild';
import { type LostEvents, type Restoration } from '../src/restore/restoration';
import { createMetrics } from '../src/telemetry/metrics';
import { eventually } from '../src/testing/eventually';
import { openTestDatabase } from '../src/testing/postgres';
import { message, messages, newKey, topic } from './bus-harness';
import { silentLog as log } from './samples';

let db: Database;
let busDb: Database;
let bus: Bus;

beforeEach(async () => {
  [db, busDb] = await Promise.all([
    openTestDatabase('rebuild', [chassisMigrations.outbox, chassisMigrations.consumer]),
    openTestDatabase('rebuild bus', [chassisMigrations.bus]),
  ]);
  bus = await openPostgresBus({ url: busDb.url, log, metrics: createMetrics('test') });
  await db.query('create sequence numbers');
  await db.query('create table rebuilt (key text, position bigint)');
});
afterEach(async () => {
  await bus.close();
  await Promise.all([db.close(), busDb.close()]);
});

/** Writes one row for each event, and takes the amount of a charge for a number. */
const restoration = (more: Partial<Restoration> = {}): Restoration => ({
  service: 'charge',
  topics: [topic],
  numbers: [
    {
      sequence: 'numbers',
      shownBy: (event) => (event.type === 'repasse.charge.created.v1' ? event.data.grossAmountMinor : undefined),
    },
  ],
  neverRestored: [],
  rebuild: async (tx, lost) => {
    for (const { key, position } of lost.flatMap(eventsOf)) {
      await tx.query('insert into rebuilt (key, position) values ($1, $2)', [key, position]);
    }
    return [];
  },
  ...more,
});
const eventsOf = ({ key, events }: LostEvents) => events.map(({ position }) => ({ key, position }));

const run = (isApplied: boolean, more: Partial<Restoration> = {}) =>
  rebuild(restoration(more), {
    ...{ db, bus, log, clock: systemClock, ids: randomIds, isApplied, report: () => undefined },
    get config() {
      return serviceConfig({}, serviceSettings({}));
    },
  });
const rows = async (key: string): Promise<readonly number[]> =>
  (await db.query<{ position: number }>('select position from rebuilt where key = $1 order by 1', [key])).map(
    ({ position }) => position,
  );

describe('rebuilding lost events', () => {
  it('gives each once, goes on where it was stopped, and moves positions and sequences', async () => {
    const [one, other] = [newKey(), newKey()];
    await bus.publish([...messages(one, 1, 3), ...messages(one, 2, 3), ...messages(other, 1, 1)]);
    await db.query(`insert into outbox_positions (topic, aggregateid, position) values ($1, $2, 1)`, [topic, one]);

    const rehearsed = await run(false);
    expect([await rows(one), await rows(other)]).toEqual([[], []]);
    const rebuilt = await run(true);

    expect(rebuilt).toEqual(rehearsed);
    expect(rebuilt.topics).toEqual([{ topic, events: 3, aggregates: 2 }]);
    expect([await rows(one), await rows(other)]).toEqual([[2, 3], [1]]);
    const [next] = await db.query<{ number: number }>(`select nextval('numbers') as number`);
    expect(next?.number).toBeGreaterThan(10_000);
    expect((await run(true)).topics).toEqual([{ topic, events: 0, aggregates: 0 }]);
    expect(await rows(one)).toEqual([2, 3]);
    await expect(compareWithBus({ service: 'charge', db, bus })).resolves.toBeUndefined();
  });

  it('goes as far as a missing position or an event that cannot be read, and names both', async () => {
    const [gap, unread] = [newKey(), newKey()];
    await bus.publish([message(gap, 1), message(gap, 3), message(unread, 1), { ...message(unread, 2), value: '{}' }]);

    const { unrestored } = await run(true);

    expect([await rows(gap), await rows(unread)]).toEqual([[1], [1]]);
    expect(new Set(unrestored.map(({ key }) => key))).toEqual(new Set([gap, unread]));
  });

  it('leaves out what the service makes again, whose positions are given out again', async () => {
    const key = newKey();
    await bus.publish(messages(key, 1, 2));

    await run(true, { isMadeAgain: ({ position }) => position === 2 });

    expect(await rows(key)).toEqual([1]);
    const [row] = await db.query<{ position: number }>('select position from outbox_positions where aggregateid = $1', [
      key,
    ]);
    expect(row?.position).toBe(1);
    await expect(compareWithBus({ service: 'charge', db, bus })).resolves.toBeUndefined();
  });

  it('has topics read from their beginning whose end lies before what was consumed', async () => {
    await db.query(`insert into consumed_offsets (topic, partition, next_offset) values ('payment.events.v1', 2, 7)`);

    const { begunAgain } = await run(true);

    expect(begunAgain).toEqual([{ topic: 'payment.events.v1', partition: 2, nextOffset: 0 }]);
    await expect(compareWithBus({ service: 'charge', db, bus })).resolves.toBeUndefined();
  });

  it('works where nothing is published, and refuses while the service runs', async () => {
    await db.query('drop table topic_marks');
    expect((await run(true, { topics: [] })).topics).toEqual([]);

    const relay = startRelay({ db, bus, log, metrics: createMetrics('test') });
    await eventually(async () => {
      const held = await db.holdAdvisoryLock('outbox relay');
      await held?.release();
      return held === undefined || undefined;
    });
    await expect(run(true, { topics: [] })).rejects.toMatchObject({ code: 'restore.service_runs' });
    await relay.stop();
  });
});
