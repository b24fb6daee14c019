import { services, type Figures, type Service } from './figures';
import { type Layout } from './layout';

/** A part that cannot be made wider within a layout. */
export interface Wall {
  readonly part: string;
  /** Charges a second at which it is as busy as planned. */
  readonly carries: number;
  readonly mendedBy: Mend;
}

export type Mend = 'partitions' | 'servers' | 'shards';

/** Every wall of a layout, the nearest first. */
export const wallsOf = (figures: Figures, layout: Layout): readonly Wall[] =>
  [...processWalls(figures, layout), ...serverWalls(figures, layout), ...serialWalls(figures, layout)]
    .map((wall) => ({ ...wall, carries: wall.carries * layout.shards }))
    .sort((a, b) => a.carries - b.carries);

/** How many journeys a second of planned core time carries. */
const perCore = ({ busyShare, coreSpeed }: Layout, ms: number): number => (busyShare * coreSpeed * 1_000) / ms;

/** Node runs on one core, and at most one process for each partition reads events. The edge reads none, so it has no wall. */
const processWalls = (figures: Figures, layout: Layout): readonly Wall[] =>
  consumers.map((service) => ({
    part: `processes of ${service}`,
    carries: layout.partitions * perCore(layout, figures.nodeMs[service]),
    mendedBy: 'partitions',
  }));

/** identity answers requests only; its processes are as many as are wished for. */
const consumers: readonly Service[] = services.filter((service) => service !== 'identity');

const serverWalls = (figures: Figures, layout: Layout): readonly Wall[] =>
  serversOf(figures, layout).flatMap(({ name, ms, walBytes }) => [
    { part: `CPU of ${name}`, carries: layout.coresPerServer * perCore(layout, ms), mendedBy: nextCut(layout) },
    {
      part: `log of ${name}`,
      carries: (layout.busyShare * layout.walBytesPerSecond) / walBytes,
      mendedBy: nextCut(layout),
    },
  ]);

const nextCut = ({ servers }: Layout): Mend => (servers === 'one' ? 'servers' : 'shards');

export interface Server {
  readonly name: string;
  readonly ms: number;
  readonly walBytes: number;
}

/** The log and PostgreSQL's own processes are divided as the databases' CPU is: both follow the rows that are written. */
export const serversOf = (figures: Figures, { servers }: Pick<Layout, 'servers'>): readonly Server[] => {
  const own = services.reduce((sum, service) => sum + figures.postgresMs[service], 0);
  const all = { name: 'the server', ms: own + figures.postgresSharedMs, walBytes: figures.walBytes };
  if (servers === 'one') return [all];
  return services
    .filter((service) => figures.postgresMs[service] > 0)
    .map((service) => {
      const share = figures.postgresMs[service] / own;
      return { name: `the server of ${service}`, ms: all.ms * share, walBytes: all.walBytes * share };
    });
};

const serialWalls = (figures: Figures, { busyShare, coreSpeed }: Layout): readonly Wall[] => [
  {
    part: 'lock of the ledger',
    carries: figures.serial.bookingsPerSecond * busyShare * coreSpeed,
    mendedBy: 'shards',
  },
  ...services
    .filter((service) => figures.events[service] > 0)
    .map((service): Wall => ({
      part: `relay of ${service}`,
      carries: (figures.serial.relayedEventsPerSecond * busyShare * coreSpeed) / figures.events[service],
      mendedBy: 'shards',
    })),
];
