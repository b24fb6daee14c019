import { createLogger } from '../log/logger';
import { fakeClock } from '../testing/clock';
import { eventually } from '../testing/eventually';
import { startDueWork, type DueWork } from './due-work';

const log = createLogger({ service: 'test', level: 'silent' });
const neverMs = 3_600_000;
const atOnceMax = 3;

interface Row {
  readonly key: number;
}

const createTable = (count: number) => {
  const due = Array.from({ length: count }, (_, key): Row => ({ key }));
  const asked: number[] = [];
  return {
    due,
    asked,
    claim: async ({ limit }: { limit: number }) => {
      asked.push(limit);
      return { rows: due.splice(0, limit), nextDueAt: null };
    },
  };
};

/** Work that goes on until the test lets it end. */
const createBench = () => {
  const begun: number[] = [];
  const gates = new Map<number, { end: (dueAt: string | null) => void; fail: (fault: Error) => void }>();
  return {
    begun,
    gates,
    work: ({ key }: Row): Promise<string | null> => {
      begun.push(key);
      return new Promise((end, fail) => gates.set(key, { end, fail }));
    },
  };
};

const clock = fakeClock();
let started: DueWork<Row>;
let bench: ReturnType<typeof createBench>;

const start = (table: ReturnType<typeof createTable>): DueWork<Row> => {
  bench = createBench();
  const { claim } = table;
  const { work } = bench;
  started = startDueWork({ name: 'test', clock, log, atOnceMax, backstopMs: neverMs, claim, work });
  return started;
};

afterEach(async () => {
  const stopped = started.stop();
  bench.gates.forEach(({ end }) => end(null));
  await stopped;
});

it('takes as many as it has room for, and one more whenever one is done', async () => {
  const table = createTable(5);
  start(table);
  await eventually(() => bench.begun.length === 3);

  bench.gates.get(1)?.end(null);

  await eventually(() => bench.begun.length === 4);
  expect(bench.begun).toEqual([0, 1, 2, 3]);
  expect(table.due).toHaveLength(1);
});

it('does not claim again when the last claim left nothing', async () => {
  const table = createTable(2);
  start(table);
  await eventually(() => bench.begun.length === 2);

  bench.gates.get(0)?.end(null);
  bench.gates.get(1)?.end(null);
  await new Promise((resolve) => setImmediate(resolve));

  expect(table.asked).toEqual([atOnceMax]);
});

it('comes back when a row is due again', async () => {
  const table = createTable(1);
  start(table);
  await eventually(() => bench.begun.length === 1);

  table.due.push({ key: 7 });
  bench.gates.get(0)?.end(clock.now().toISOString());

  await eventually(() => bench.begun.includes(7));
});

it('goes on with the others when one fails', async () => {
  const table = createTable(4);
  start(table);
  await eventually(() => bench.begun.length === 3);

  bench.gates.get(0)?.fail(new Error('The provider is away.'));

  await eventually(() => bench.begun.length === 4);
});

it('has no room for what a caller leased while it is full', async () => {
  const dueWork = start(createTable(0));
  const began = [0, 1, 2, 3].map((key) => dueWork.hasRoom() && (dueWork.begin({ key }), true));

  expect(began).toEqual([true, true, true, false]);
});

it('waits for what is under way when it stops, and takes nothing more', async () => {
  const table = createTable(4);
  start(table);
  await eventually(() => bench.begun.length === 3);
  let isStopped = false;

  const stopped = started.stop().then(() => (isStopped = true));
  bench.gates.get(0)?.end(null);
  bench.gates.get(1)?.end(null);
  await new Promise((resolve) => setImmediate(resolve));
  expect(isStopped).toBe(false);
  bench.gates.get(2)?.end(null);

  await stopped;
  expect(table.due).toHaveLength(1);
});
