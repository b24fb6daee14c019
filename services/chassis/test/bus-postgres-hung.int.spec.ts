import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { type Bus } from '../src/bus/bus';
import { openPostgresBus } from '../src/bus/postgres/postgres-bus';
import { createMetrics } from '../src/telemetry/metrics';
import { eventually } from '../src/testing/eventually';
import { chassisMigrations } from '../src/postgres/migrate';
import { createTestDatabase, type TestDatabase } from '../src/testing/postgres';
import { message, newGroup, newKey, topic } from './bus-harness';
import { silentLog } from './samples';

let log: TestDatabase;
let bus: Bus;
let child: ChildProcess;

beforeAll(async () => {
  log = await createTestDatabase('bus_hung', [chassisMigrations.bus]);
  bus = await openPostgresBus({ url: log.url, log: silentLog, metrics: createMetrics('test') });
});

afterAll(async () => {
  child.kill('SIGKILL');
  await bus.close();
  await log.drop();
});

it('a member whose process hangs leaves its partitions to the others after some seconds', async () => {
  const group = newGroup();
  const seenByChild = new Set<string>();
  const seen = new Set<string>();
  // So many that each member has some of them.
  const publish = async (): Promise<string[]> => {
    const keys = Array.from({ length: 40 }, newKey);
    await bus.publish(keys.map((key) => message(key, 1)));
    return keys;
  };
  child = fork(join(__dirname, 'fixtures/reader-process.cjs'), [log.url, group, topic], { silent: true });
  child.on('message', (key: string) => seenByChild.add(key));
  const first = await publish();
  await eventually(() => first.every((key) => seenByChild.has(key)));
  await bus.subscribe({
    ...{ group, topics: [topic], loadOffsets: async () => [] },
    onBatch: async (messages) => messages.forEach(({ key }) => seen.add(key)),
  });
  const shared = await publish();
  await eventually(() => shared.every((key) => seen.has(key) || seenByChild.has(key)));
  expect(shared.some((key) => seenByChild.has(key))).toBe(true);

  child.kill('SIGSTOP');
  const later = await publish();

  await eventually(() => later.every((key) => seen.has(key)));
});
