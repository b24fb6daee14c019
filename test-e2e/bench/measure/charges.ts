import { closedLoop } from '../load/closed-loop';
import { percentilesOf } from '../load/quantiles';
import { valueIn, type Row, type Table } from '../report/table';
import { anchorTable } from './anchor';
import { type Bench } from './bench';
import { cpuTable } from './cpu-table';
import { keptUpTable, measurePhase, type Phase } from './phase';

const clientCounts = [1, 8, 32];
const warmUpMs = 1_000;
const durationMs = 5_000;

/** Code that was never run is slow in every process; without this the first figure would be about that. */
const coldStart = { clients: 8, warmUpMs: 0, durationMs: 3_000 };

/** The last that a charge without a payment method causes. */
const consequences = ['repasse.charge.created.v1'];

/** POST /charge without a method, at the front door and at the service's own. */
export const measureCharges = async (bench: Bench): Promise<readonly Table[]> => {
  const { stack } = bench.system;
  const doors = [
    { name: 'edge', url: stack.baseUrl },
    { name: 'direct', url: stack.services['charge'] },
  ];
  const phases: Phase[] = [];
  for (const door of doors) {
    const merchant = await bench.merchant(door.url);
    await closedLoop(coldStart, () => merchant.createCharge());
    await bench.follower.awaitQuiet();
    for (const clients of clientCounts) {
      const run = () => closedLoop({ clients, warmUpMs, durationMs }, () => merchant.createCharge());
      phases.push(await measurePhase(bench, { name: `${door.name}, ${clients}`, events: consequences, run }));
    }
    merchant.close();
  }
  return [
    ratesTable(phases, bench.known),
    cpuTable({
      ...{ id: 'charge-cpu', title: 'CPU of one charge, ms by process', total: 'a charge' },
      phases: phases.filter(({ name }) => name.endsWith(', 32')),
    }),
    keptUpTable('charges-kept-up', phases),
  ];
};

const ratesTable = (phases: readonly Phase[], known: readonly Table[]): Table => {
  const pgbench = valueIn(known, anchorTable, 'simple', 'per second') ?? Number.NaN;
  return {
    id: 'charges',
    title: 'POST /charge without a method, by door and clients',
    columns: ['per second', '÷ pgbench', 'p50 ms', 'p99 ms', 'p99 ÷ p50'],
    rows: phases.map(({ name, load }): Row => {
      const { p50Ms, p99Ms } = percentilesOf(load.durationsMs);
      return { name, values: [load.ratePerSecond, load.ratePerSecond / pgbench, p50Ms, p99Ms, p99Ms / p50Ms] };
    }),
  };
};
