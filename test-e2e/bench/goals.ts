import { type BusResult } from './report/result';
import { valueIn, type Row, type Table } from './report/table';
import { type BusName } from './system/running-system';

interface Goal {
  readonly name: string;
  /** Table, row, column. */
  readonly figure: readonly [id: string, row: string, column: string];
  /** What the figure is divided by; itself when absent. */
  readonly by?: readonly [id: string, row: string, column: string];
  readonly is: 'at least' | 'at most';
  readonly goal: Partial<Record<BusName, number>>;
}

const pgbench = ['anchor', 'simple', 'per second'] as const;

/** What the system is to reach, as ratios taken in one run wherever a machine's speed is in the figure. */
const goals: readonly Goal[] = [
  {
    ...{ name: 'POST /charge through the edge, 32 clients ÷ pgbench', figure: ['charges', 'edge, 32', 'per second'] },
    ...{ by: pgbench, is: 'at least', goal: { postgres: 0.25, kafka: 0.125 } },
  },
  {
    ...{ name: 'POST /charge directly, 32 clients ÷ pgbench', figure: ['charges', 'direct, 32', 'per second'] },
    ...{ by: pgbench, is: 'at least', goal: { postgres: 0.5, kafka: 0.25 } },
  },
  {
    ...{ name: 'POST /charge through the edge, 32 clients, p99 ÷ p50', figure: ['charges', 'edge, 32', 'p99 ÷ p50'] },
    ...{ is: 'at most', goal: { postgres: 5, kafka: 5 } },
  },
  {
    ...{ name: 'PIX journeys per second', figure: ['journeys', '32 in flight', 'per second'] },
    ...{ is: 'at least', goal: { postgres: 100, kafka: 100 } },
  },
  {
    ...{ name: 'pay → webhook at 50/s, p99 ms', figure: ['journeys', '50/s', 'p99 ms'] },
    ...{ is: 'at most', goal: { postgres: 25, kafka: 60 } },
  },
  {
    ...{ name: 'CPU of a journey, 32 in flight, ms', figure: ['journey-cpu', 'a journey', '32 in flight'] },
    ...{ is: 'at most', goal: { postgres: 20, kafka: 20 } },
  },
  {
    ...{ name: 'statements of a journey alone', figure: ['sql', 'a journey alone', 'statements'] },
    ...{ is: 'at most', goal: { postgres: 60, kafka: 60 } },
  },
  {
    ...{ name: 'commits of a journey alone that wait', figure: ['sql', 'a journey alone', 'commits that wait'] },
    ...{ is: 'at most', goal: { postgres: 8, kafka: 8 } },
  },
  {
    ...{ name: 'statements of a journey at 40/s', figure: ['sql', 'a journey at 40/s', 'statements'] },
    ...{ is: 'at most', goal: { postgres: 15, kafka: 15 } },
  },
  {
    ...{ name: 'statements per second of an idle system', figure: ['idle', 'in all', 'statements per second'] },
    ...{ is: 'at most', goal: { postgres: 20, kafka: 20 } },
  },
  {
    ...{ name: 'bookings per second', figure: ['bookings', 'split-settlement alone', 'per second'] },
    ...{ is: 'at least', goal: { postgres: 1_000 } },
  },
  {
    ...{ name: 'seconds for 10,000 payouts by schedule', figure: ['payouts', '10,000 sellers', 's'] },
    ...{ is: 'at most', goal: { postgres: 60 } },
  },
  {
    ...{ name: 'statements of a payout', figure: ['payouts', '10,000 sellers', 'statements of a payout'] },
    ...{ is: 'at most', goal: { postgres: 12 } },
  },
  {
    ...{ name: 'deliveries per second', figure: ['deliveries', 'one fast receiver', 'per second'] },
    ...{ is: 'at least', goal: { postgres: 1_500 } },
  },
  {
    ...{
      name: 'deliveries beside a dead receiver ÷ without',
      figure: ['deliveries', 'beside a dead one', 'per second'],
    },
    ...{ by: ['deliveries', 'one fast receiver', 'per second'], is: 'at least', goal: { postgres: 0.9 } },
  },
  {
    ...{
      name: 'webhook beside bad receivers ÷ beside good ones, p99',
      figure: ['isolation', 'others are bad', 'p99 ms'],
    },
    ...{ by: ['isolation', 'others are well', 'p99 ms'], is: 'at most', goal: { postgres: 1.2 } },
  },
  {
    ...{ name: 'events per second, view of invoices built anew', figure: ['rebuild', 'invoices', 'per second'] },
    ...{ is: 'at least', goal: { postgres: 20_000 } },
  },
  {
    ...{ name: 'relay to Kafka ÷ kafkajs alone', figure: ['relay', 'relay', 'per second'] },
    ...{ by: ['relay', 'kafkajs alone', 'per second'], is: 'at least', goal: { kafka: 0.5 } },
  },
  {
    ...{ name: 'npm start → paid charge, s', figure: ['start', 'on an empty folder', 'seconds'] },
    ...{ is: 'at most', goal: { postgres: 10 } },
  },
  {
    ...{ name: 'memory of the whole, MiB', figure: ['memory', 'in all', 'just started'] },
    ...{ is: 'at most', goal: { postgres: 700 } },
  },
];

/** Each goal beside what was measured; 1 in the last column where it is reached, 0 where it is not. */
export const goalsTable = ({ bus, tables }: BusResult): Table => ({
  id: 'goals',
  title: 'Against the goals',
  columns: ['measured', 'goal', 'reached'],
  rows: goals.flatMap((goal) => rowOf(goal, bus, tables) ?? []),
});

const rowOf = ({ name, figure, by, is, goal }: Goal, bus: BusName, tables: readonly Table[]): Row | undefined => {
  const wanted = goal[bus];
  const value = valueIn(tables, ...figure);
  if (wanted === undefined || value === undefined) return undefined;
  const measured = by === undefined ? value : value / (valueIn(tables, ...by) ?? Number.NaN);
  const isReached = is === 'at least' ? measured >= wanted : measured <= wanted;
  return { name: `${name} (${is})`, values: [measured, wanted, Number(isReached)] };
};
