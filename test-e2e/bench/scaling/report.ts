import { format } from '../report/format';
import { type Row, type Table } from '../report/table';
import { type Figures } from './figures';
import { type Layout } from './layout';
import { needsOf, type Needs } from './needs';
import { planFor } from './plan';
import { wallsOf } from './walls';

/** So many of the walls of a layout, the nearest first. */
export const wallsTable = (figures: Figures, layout: Layout, shown: number): Table => ({
  id: 'walls',
  title: `Walls, ${nameOf(layout)}`,
  columns: ['charges per second'],
  rows: wallsOf(figures, layout)
    .slice(0, shown)
    .map(({ part, carries }): Row => ({ name: part, values: [carries] })),
});

/** How the layout grows until it carries the rate, and what that takes. */
export const planTables = (
  figures: Figures,
  start: Layout,
  rate: { readonly chargesPerSecond: number; readonly meanOfPeak: number },
): readonly [plan: Table, needs: Table] => {
  const steps = planFor(figures, start, rate.chargesPerSecond);
  const layout = steps.at(-1)?.layout ?? start;
  return [
    {
      id: 'plan',
      title: `Steps to ${format(rate.chargesPerSecond)} charges a second`,
      columns: ['carries'],
      rows: steps.map((step) => ({ name: `${nameOf(step.layout)}: ${step.wall.part}`, values: [step.wall.carries] })),
    },
    needsTable(needsOf(figures, layout, rate.chargesPerSecond, rate.meanOfPeak), layout),
  ];
};

const needsTable = (needs: Needs, layout: Layout): Table => ({
  id: 'needs',
  title: `What it takes, ${nameOf(layout)}`,
  columns: ['in all'],
  rows: [
    ...needs.processes.map(([program, count]) => ({ name: `processes of ${program}`, values: [count] })),
    { name: 'servers of PostgreSQL', values: [needs.postgresServers] },
    { name: 'cores of PostgreSQL', values: [needs.postgresCores] },
    { name: 'cores of Kafka', values: [needs.kafkaCores] },
    { name: 'MB a second into the log of PostgreSQL', values: [needs.walBytesPerSecond / 1e6] },
    { name: 'MB a second into each copy of the topics', values: [needs.kafkaBytesPerSecond / 1e6] },
    { name: 'GB a day that stay', values: [needs.staysBytesPerDay / 1e9] },
    { name: 'GB a day that end by age', values: [needs.endsByAgeBytesPerDay / 1e9] },
  ],
});

export const nameOf = ({ partitions, servers, shards }: Layout): string =>
  [
    `${partitions} partitions`,
    servers === 'one' ? 'one server' : 'a server a service',
    ...(shards > 1 ? [`${shards} shards`] : []),
  ].join(', ');
