import { type IncomingMessage } from '../src/bus/bus';
import { parseNews } from '../src/bus/postgres/internal/news';
import { openPostgresBus } from '../src/bus/postgres/postgres-bus';
import { deleteShortLived } from '../src/bus/postgres/internal/retention';
import { openDatabase, type Database } from '../src/postgres/database';
import { createMetrics } from '../src/telemetry/metrics';
import { eventually } from '../src/testing/eventually';
import { chassisMigrations } from '../src/postgres/migrate';
import { createTestDatabase, type TestDatabase } from '../src/testing/postgres';
import { describeBus } from './bus-contract';
import { createBusHarness } from './bus-harness';
import { silentLog } from './samples';

let testDatabase: TestDatabase;
let db: Database;

beforeAll(async () => {
  testDatabase = await createTestDatabase('bus', [chassisMigrations.bus]);
  db = openDatabase({ url: testDatabase.url, name: 'bus-test' });
});

afterAll(async () => {
  await db.close();
  await testDatabase.drop();
});

const makeBus = () => openPostgresBus({ url: testDatabase.url, log: silentLog, metrics: createMetrics('test') });

describeBus('PostgreSQL', makeBus);

const topic = 'payment.events.v1';
const message = (key: string, count: number) => ({ topic, key, headers: {}, value: JSON.stringify({ count }) });

describe('the log in PostgreSQL', () => {
  const { open, closeAll } = createBusHarness(makeBus);
  afterEach(closeAll);

  it('shows no offset before all smaller ones, however publishers overlap', async () => {
    const bus = await open();
    const seen: IncomingMessage[] = [];
    await bus.subscribe({
      group: 'order',
      topics: [topic],
      loadOffsets: async () => [],
      onBatch: async (batch) => void seen.push(...batch),
    });

    const publishers = Array.from({ length: 6 }, async (_, publisher) => {
      for (let count = 0; count < 30; count += 1) await bus.publish([message(`pay_${publisher}_${count % 7}`, count)]);
    });
    await Promise.all(publishers);

    await eventually(() => seen.length >= 180);
    for (const partition of [0, 1, 2, 3, 4, 5]) {
      const offsets = seen.filter((incoming) => incoming.partition === partition).map(({ offset }) => offset);
      expect(offsets).toEqual(offsets.map((_, index) => index));
    }
  });

  it('puts few short messages into their notifications, and announces the others', async () => {
    const bus = await open();
    const payloads: string[] = [];
    await bus.publish([message('pay_before', 0)]);
    const stopListening = await db.listen(`bus ${topic}`, (payload) => payloads.push(payload));
    const long = { ...message('pay_long', 0), value: JSON.stringify({ text: 'x'.repeat(8_000) }) };
    const many = Array.from({ length: 9 }, (_, count) => message('pay_many', count));
    const key = 'pay_"quoted"\nin two lines';

    await bus.publish([message(key, 1)]);
    await bus.publish([long]);
    await bus.publish(many);
    await eventually(() => payloads.length === 3);
    await stopListening();

    const [carried, ...announced] = payloads.map((payload) => parseNews(`bus ${topic}`, payload));
    expect(carried?.message).toMatchObject({ topic, key, headers: {}, value: { count: 1 } });
    const [kept] = await db.query<IncomingMessage>('select partition, "offset" from bus_messages where key = $1', [
      key,
    ]);
    expect(carried?.message).toMatchObject(kept ?? {});
    expect(carried?.heads).toEqual(new Map([[kept?.partition, (kept?.offset ?? 0) + 1]]));
    expect(announced.map((news) => [news?.message, news?.heads.size])).toEqual([
      [undefined, 1],
      [undefined, 1],
    ]);
  });

  it('goes on from the offsets of the group’s database when its connection was lost', async () => {
    const bus = await open();
    const seen: number[] = [];
    const counted = (count: number) => ({
      ...{ topic: 'webhook.events.v1', key: 'del_1', headers: {}, value: JSON.stringify({ count }) },
    });
    await bus.subscribe({
      group: 'lost',
      topics: ['webhook.events.v1'],
      // As after a crash that undid the first effect together with its offset.
      loadOffsets: async () => [],
      onBatch: async (batch) => {
        for (const { key, value } of batch) if (key === 'del_1') seen.push((value as { count: number }).count);
      },
    });
    await bus.publish([counted(1)]);
    await eventually(() => seen.length === 1);

    await db.query(`
      select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'bus group' and datname = current_database()`);
    await eventually(() => seen.length === 2);
    await bus.publish([counted(2)]);

    await eventually(() => seen.includes(2));
    expect(seen).toEqual([1, 1, 2]);
  });

  it('deletes messages of a topic that is kept shorter than the log', async () => {
    const bus = await open();
    await bus.publish([
      { topic: 'settlement.events.v1', key: 'ch_1', headers: {}, value: '{}' },
      { topic: 'settlement.events.v1', key: 'ch_2', headers: {}, value: '{}' },
    ]);
    await db.query(`
      update bus_messages set published_at = now() - interval '3 days'
      where topic = 'settlement.events.v1' and key = 'ch_1'`);

    const dayMs = 24 * 60 * 60_000;
    const settings = [{ name: 'settlement.events.v1', partitions: 6, retentionMs: dayMs }];
    await deleteShortLived(db, settings, new Date(), () => false);

    const left = await db.query(`select key from bus_messages where topic = 'settlement.events.v1'`);
    expect(left).toEqual([{ key: 'ch_2' }]);
  });

  it('refuses a topic that topics.yaml does not name', async () => {
    const bus = await open();

    await expect(bus.publish([{ topic: 'nobody.events.v1', key: 'a', headers: {}, value: '{}' }])).rejects.toThrow(
      'not in topics.yaml',
    );
  });
});
