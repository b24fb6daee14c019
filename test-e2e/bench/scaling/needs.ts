import { services, type Figures } from './figures';
import { type Layout } from './layout';
import { serversOf } from './walls';

/** What a rate takes in a layout, over all shards. */
export interface Needs {
  /** By program, of Node. At least two of each, so that one may be away. */
  readonly processes: readonly (readonly [program: string, count: number])[];
  readonly postgresServers: number;
  readonly postgresCores: number;
  readonly kafkaCores: number;
  /** Into each copy of the topics. */
  readonly kafkaBytesPerSecond: number;
  readonly walBytesPerSecond: number;
  /** A day of the mean rate. */
  readonly staysBytesPerDay: number;
  readonly endsByAgeBytesPerDay: number;
}

const processesMin = 2;
const secondsADay = 86_400;

/** `meanOfPeak`: the rate of an average second, as a share of the one that is planned for. */
export const needsOf = (figures: Figures, layout: Layout, chargesPerSecond: number, meanOfPeak: number): Needs => {
  const { busyShare, coreSpeed, shards } = layout;
  const cores = (ms: number): number => (chargesPerSecond * ms) / (busyShare * coreSpeed * 1_000);
  const perShard = (ms: number): number => Math.max(processesMin, Math.ceil(cores(ms) / shards));
  const servers = serversOf(figures, layout);
  const chargesPerDay = chargesPerSecond * meanOfPeak * secondsADay;
  return {
    processes: (['edge', ...services] as const).map((name) => [name, shards * perShard(figures.nodeMs[name])]),
    postgresServers: servers.length * shards,
    postgresCores: Math.ceil(cores(servers.reduce((sum, { ms }) => sum + ms, 0))),
    kafkaCores: Math.ceil(cores(figures.kafkaMs)),
    kafkaBytesPerSecond: figures.busBytes * chargesPerSecond,
    walBytesPerSecond: figures.walBytes * chargesPerSecond,
    staysBytesPerDay: figures.staysBytes * chargesPerDay,
    endsByAgeBytesPerDay: figures.endsByAgeBytes * chargesPerDay,
  };
};

/** What a machine does on which everything runs, the world outside as well, with all cores full. */
export const onOneMachine = (figures: Figures): number => {
  const node = Object.values(figures.nodeMs).reduce((sum, ms) => sum + ms, 0);
  const postgres = serversOf(figures, { servers: 'one' }).reduce((sum, { ms }) => sum + ms, 0);
  return (figures.cores * 1_000) / (node + postgres + figures.kafkaMs + figures.outsideMs);
};
