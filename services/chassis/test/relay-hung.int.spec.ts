import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { type Bus } from '../src/bus/bus';
import { openPostgresBus } from '../src/bus/postgres/postgres-bus';
import { enqueue } from '../src/outbox/outbox';
import { startRelay, type Relay } from '../src/outbox/relay';
import { openDatabase, type Database } from '../src/postgres/database';
import { chassisMigrations } from '../src/postgres/migrate';
import { createMetrics } from '../src/telemetry/metrics';
import { eventually } from '../src/testing/eventually';
import { createTestDatabase, type TestDatabase } from '../src/testing/postgres';
import { distinct, newKey, positionsOf, topic, upTo } from './bus-harness';
import { chargeCreated, silentLog } from './samples';

let own: TestDatabase;
let log: TestDatabase;
let db: Database;
let bus: Bus;
let relay: Relay | undefined;
let child: ChildProcess;

beforeAll(async () => {
  [own, log] = [
    await createTestDatabase('relay_hung', [chassisMigrations.eventStore]),
    await createTestDatabase('relay_hung_bus', [chassisMigrations.bus]),
  ];
  db = openDatabase({ url: own.url, name: 'relay-hung-test' });
  bus = await openPostgresBus({ url: log.url, log: silentLog, metrics: createMetrics('test') });
  child = fork(join(__dirname, 'fixtures/relay-process.cjs'), [own.url, log.url], { silent: true });
  await once(child, 'message');
});

afterAll(async () => {
  child.kill('SIGKILL');
  await relay?.stop();
  await bus.close();
  await db.close();
  await Promise.all([own.drop(), log.drop()]);
});

const key = newKey();
const write = async (from: number, to: number): Promise<void> => {
  for (let sequence = from; sequence <= to; sequence += 1) {
    await db.transaction((tx) => enqueue(tx, [chargeCreated(key, sequence)]));
  }
};
const published = async () => positionsOf(await bus.replay(topic, key), key);
const reaches = (position: number) =>
  // The server gives a silent holder ten seconds.
  eventually(async () => (await published()).includes(position));
const relaySessions = async (): Promise<number> => {
  const sessions = await db.query(
    "select pid from pg_stat_activity where application_name like '% outbox relay' and datname = current_database()",
  );
  return sessions.length;
};

it('a relay whose process hangs is replaced, says nothing old when it goes on, and stands by', async () => {
  await write(1, 5);
  await reaches(5);

  child.kill('SIGSTOP');
  relay = startRelay({ db, bus, log: silentLog, metrics: createMetrics('test') });
  await write(6, 10);
  await reaches(10);
  const before = await published();
  expect(distinct(before)).toEqual(upTo(10));

  child.kill('SIGCONT');
  // One works, the other one stands by.
  await eventually(async () => (await relaySessions()) === 2);
  await write(11, 15);
  await reaches(15);
  expect((await published()).slice(before.length)).toEqual([11, 12, 13, 14, 15]);

  await relay.stop();
  await write(16, 16);
  await reaches(16);
  expect(distinct(await published())).toEqual(upTo(16));
});
