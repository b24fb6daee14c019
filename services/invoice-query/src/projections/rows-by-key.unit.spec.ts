import fc from 'fast-check';
import { overlay, rowsByKey } from './rows-by-key';

interface Row {
  readonly key: string;
  readonly a?: number | null;
  readonly b?: number | null;
}

const anyRow: fc.Arbitrary<Row> = fc.record(
  {
    key: fc.constantFrom('one', 'two'),
    a: fc.option(fc.nat({ max: 9 })),
    b: fc.option(fc.nat({ max: 9 })),
  },
  { requiredKeys: ['key'] },
);

const fold = (rows: readonly Row[], before: ReadonlyMap<string, Row> = new Map()): Map<string, Row> => {
  const folded = rowsByKey(rows, ({ key }) => key, overlay<Row>);
  return new Map([...before, ...folded.map((row) => [row.key, overlay(before.get(row.key), row)] as const)]);
};

describe('folding a batch', () => {
  it('gives each key one row, in which later events have the last word and silence changes nothing', () => {
    const rows = [
      { key: 'one', a: 1, b: 1 },
      { key: 'two', a: 2 },
      { key: 'one', a: null, b: 3 },
    ];

    expect([...fold(rows).values()]).toEqual([
      { key: 'one', a: 1, b: 3 },
      { key: 'two', a: 2 },
    ]);
  });

  it('leads to the same rows wherever the batches are cut', () => {
    const known = (rows: ReadonlyMap<string, Row>) =>
      [...rows.values()].map(({ key, a, b }) => [key, a ?? null, b ?? null]).sort();

    fc.assert(
      fc.property(fc.array(anyRow, { maxLength: 12 }), fc.nat({ max: 12 }), (rows, cut) => {
        expect(known(fold(rows.slice(cut), fold(rows.slice(0, cut))))).toEqual(known(fold(rows)));
      }),
    );
  });
});
