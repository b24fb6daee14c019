import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../../deploy/local/project-root';
import { readFigures, type Figures } from './figures';
import { figuresOf } from './from-bench';
import { asDelivered, type Layout } from './layout';
import { main } from './main';
import { needsOf, onOneMachine } from './needs';
import { partitionsMax, planFor } from './plan';
import { wallsOf } from './walls';

const figures = readFigures();

const wall = (part: string, layout: Partial<Layout> = {}, some: Figures = figures): number =>
  wallsOf(some, { ...asDelivered, ...layout }).find((one) => one.part === part)?.carries ?? Number.NaN;

describe('the model', () => {
  it('says of the measured machine what was measured there', () => {
    const ratio = onOneMachine(figures) / figures.journeysPerSecond;

    expect(ratio).toBeGreaterThan(0.75);
    expect(ratio).toBeLessThan(1.25);
  });

  it('names the nearest wall first', () => {
    const carries = wallsOf(figures, asDelivered).map((one) => one.carries);

    expect(carries).toEqual([...carries].sort((a, b) => a - b));
    expect(carries.every((rate) => Number.isFinite(rate) && rate > 0)).toBe(true);
  });

  it('has partitions carry more processes, and nothing else more', () => {
    expect(wall('processes of charge', { partitions: 12 })).toBeCloseTo(2 * wall('processes of charge'));
    expect(wall('lock of the ledger', { partitions: 12 })).toBe(wall('lock of the ledger'));
    expect(wall('CPU of the server', { partitions: 12 })).toBe(wall('CPU of the server'));
  });

  it('has a server a service divide what one did', () => {
    const apart = wallsOf(figures, { ...asDelivered, servers: 'one a service' }).filter((one) =>
      one.part.startsWith('CPU'),
    );

    expect(apart.length).toBeGreaterThan(3);
    expect(apart.every(({ carries }) => carries > wall('CPU of the server'))).toBe(true);
  });

  it('has shards multiply everything', () => {
    for (const { part, carries } of wallsOf(figures, asDelivered))
      expect(wall(part, { shards: 4 })).toBeCloseTo(4 * carries);
  });
});

describe('a plan', () => {
  it.each([50, 1_000, 10_000, 100_000])('for %d a second ends with a layout that carries it', (rate) => {
    const steps = planFor(figures, asDelivered, rate);

    expect(steps.at(-1)?.wall.carries).toBeGreaterThanOrEqual(rate);
    expect(steps.slice(0, -1).every((step) => step.wall.carries < rate)).toBe(true);
  });

  it('mends what a cut inside an installation can mend before it makes shards', () => {
    const quick: Figures = { ...figures, serial: { bookingsPerSecond: 1e9, relayedEventsPerSecond: 1e9 } };
    const [first, ...others] = planFor(quick, asDelivered, 20_000);

    expect(first?.layout).toEqual(asDelivered);
    expect(others.some(({ layout }) => layout.servers === 'one a service' && layout.shards === 1)).toBe(true);
    expect(others.every(({ layout }) => layout.partitions <= partitionsMax)).toBe(true);
  });

  it('keeps two processes of everything, and disk by the mean rate', () => {
    const needs = needsOf(figures, asDelivered, 1, 0.5);

    expect(needs.processes.every(([, count]) => count === 2)).toBe(true);
    expect(needs.staysBytesPerDay).toBe(figures.staysBytes * 43_200);
  });
});

describe('the command', () => {
  const page = readFileSync(join(projectRoot, 'docs/scaling.md'), 'utf8');
  const blocks = [...page.matchAll(/```console\n\$ npm run -s scaling -- (.+)\n([\s\S]*?)```/g)];

  it('prints what the page shows', () => {
    expect(blocks.length).toBeGreaterThan(2);
    for (const [, args = '', shown] of blocks) expect(main(args.split(' ')).text).toBe(shown?.trimEnd());
  });

  it.each([['--busy', '2'], ['--partitions', '1.5'], ['--charges-per-second', 'many'], ['--unknown']])(
    'refuses %s %s',
    (...args) => {
      expect(main(args).exitCode).toBe(2);
    },
  );

  it('says which figure a bench lacks', () => {
    const machine = { cpus: 2, cpuModel: '', memoryMiB: 0, os: '', node: '', loadBefore: 0, commit: '' };
    const result = {
      startedAt: '2026-11-25',
      durationSeconds: 1,
      machine,
      buses: [{ bus: 'kafka', tables: [] } as const],
    };

    expect(() => figuresOf(result)).toThrow('did not measure on postgres');
  });
});
