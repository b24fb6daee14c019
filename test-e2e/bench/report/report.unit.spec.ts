import { goalsTable } from '../goals';
import { comparedWith } from './compare';
import { asMarkdown, asText, format } from './format';
import { type BenchResult } from './result';
import { rowsOfParts, totalRow, valueIn, type Table } from './table';

const charges = (perSecond: number): Table => ({
  ...{ id: 'charges', title: 'Charges', columns: ['per second', 'p99 ms'] },
  rows: [{ name: 'edge, 32', values: [perSecond, 12.345] }],
});

const anchor: Table = {
  ...{ id: 'anchor', title: 'Anchor', columns: ['per second'], rows: [{ name: 'simple', values: [4_000] }] },
};

const result = (...tables: readonly Table[]): BenchResult => ({
  ...{ startedAt: '2026-11-22T12:00:00.000Z', durationSeconds: 1, buses: [{ bus: 'postgres', tables }] },
  machine: { cpus: 2, cpuModel: 'any', memoryMiB: 1, os: 'any', node: 'v20', loadBefore: 0, commit: 'abc' },
});

describe('figures', () => {
  it.each([
    [undefined, '–'],
    [Number.NaN, '–'],
    [0, '0'],
    [12_345.6, '12,346'],
    [45.67, '45.7'],
    [1.234, '1.23'],
    [0.0123, '0.012'],
  ])('%p is written as %p', (value, text) => {
    expect(format(value)).toBe(text);
  });

  it('are found by table, row and column', () => {
    expect(valueIn([charges(100)], 'charges', 'edge, 32', 'p99 ms')).toBe(12.345);
    expect(valueIn([charges(100)], 'charges', 'edge, 8', 'p99 ms')).toBeUndefined();
  });

  it('of parts are put together, and added up', () => {
    const rows = rowsOfParts([
      new Map([
        ['b', 1],
        ['idle', 0],
      ]),
      new Map([['a', 2]]),
    ]);
    expect(rows).toEqual([
      { name: 'a', values: [0, 2] },
      { name: 'b', values: [1, 0] },
    ]);
    expect(totalRow('in all', rows).values).toEqual([1, 2]);
  });
});

describe('a table', () => {
  it('is aligned for a terminal', () => {
    expect(asText(charges(100))).toBe('Charges\n           per second   p99 ms\nedge, 32          100     12.3');
  });

  it('is Markdown for the documentation', () => {
    expect(asMarkdown(charges(100)).split('\n').slice(2)).toEqual([
      '|          | per second | p99 ms |',
      '| -------- | ---------- | ------ |',
      '| edge, 32 | 100        | 12.3   |',
    ]);
  });
});

describe('two runs', () => {
  it('are compared figure by figure', () => {
    const [table] = comparedWith(result(charges(100), anchor), result(charges(300)));
    expect(table?.rows).toEqual([
      { name: 'edge, 32, per second', values: [100, 300, 3] },
      { name: 'edge, 32, p99 ms', values: [12.345, 12.345, 1] },
    ]);
  });
});

describe('goals', () => {
  it('say what is reached, as ratios of the same run', () => {
    const [bus] = result(anchor, charges(1_000)).buses;
    expect(goalsTable(bus!).rows).toEqual([
      { name: 'POST /charge through the edge, 32 clients ÷ pgbench (at least)', values: [0.25, 0.25, 1] },
    ]);
  });
});
