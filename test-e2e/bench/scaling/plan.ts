import { assertNever } from '@repasse/chassis/decider';
import { type Figures } from './figures';
import { type Layout } from './layout';
import { wallsOf, type Mend, type Wall } from './walls';

export interface Step {
  readonly layout: Layout;
  /** The nearest wall of that layout. */
  readonly wall: Wall;
}

/** More partitions than this are of no use here: a reader asks each of them, and each costs a broker memory. */
export const partitionsMax = 48;

/** The layouts from the one given to the first that carries the rate, each with the nearest wall of the one before it mended. */
export const planFor = (figures: Figures, start: Layout, chargesPerSecond: number): readonly Step[] => {
  const steps: Step[] = [];
  let layout = start;
  for (;;) {
    const [wall] = wallsOf(figures, layout);
    if (wall === undefined) throw new Error('A layout without a wall: the figures are all zero.');
    steps.push({ layout, wall });
    if (wall.carries >= chargesPerSecond) return steps;
    layout = mended(figures, layout, wall, chargesPerSecond);
  }
};

const mended = (figures: Figures, layout: Layout, wall: Wall, wanted: number): Layout => {
  const mend: Mend = wall.mendedBy === 'partitions' && layout.partitions >= partitionsMax ? 'shards' : wall.mendedBy;
  switch (mend) {
    case 'partitions':
      return { ...layout, partitions: Math.min(layout.partitions * 2, partitionsMax) };
    case 'servers':
      return { ...layout, servers: 'one a service' };
    case 'shards':
      return { ...layout, shards: shardsFor(figures, layout, wanted) };
    default:
      return assertNever(mend);
  }
};

/** As many as carry the rate by the walls that only shards mend; the others are looked at again afterwards. */
const shardsFor = (figures: Figures, layout: Layout, wanted: number): number => {
  const isLast = (wall: Wall): boolean =>
    wall.mendedBy === 'shards' || (wall.mendedBy === 'partitions' && layout.partitions >= partitionsMax);
  const [nearest] = wallsOf(figures, { ...layout, shards: 1 }).filter(isLast);
  return Math.ceil(wanted / (nearest?.carries ?? wanted));
};
