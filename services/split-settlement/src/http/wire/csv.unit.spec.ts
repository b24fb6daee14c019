import fc from 'fast-check';
import { csvOf, wantsCsv } from './csv';

const columns = { name: (row: { name: string }) => row.name };
const cellOf = (name: string): string => csvOf(columns, [{ name }]).slice('name\r\n'.length, -2);

describe('CSV', () => {
  it('has a header row, also without any rows', () => {
    expect(csvOf({ id: () => 1, amount: () => '1.00' }, [])).toBe('id,amount\r\n');
  });

  it.each([
    ['plain', 'plain'],
    ['a,b', '"a,b"'],
    ['say "no"', '"say ""no"""'],
    ['two\r\nlines', '"two\r\nlines"'],
    ['-12.50', '-12.50'],
    ['=1+1', "'=1+1"],
    ['+5', "'+5"],
    ['-5+cmd', "'-5+cmd"],
    ['@sum', "'@sum"],
    ['\tx', "'\tx"],
    ['-1.00,=2', `"'-1.00,=2"`],
  ])('writes %j as %j', (value, cell) => expect(cellOf(value)).toBe(cell));

  it('gives any text back that needs no protection, and never begins a formula', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const cell = cellOf(text);
        const read = cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell;
        expect([text, `'${text}`]).toContain(read);
        if (!/^-?\d+(\.\d+)?$/.test(read)) expect(read).not.toMatch(/^[=+\-@\t\r\n]/);
      }),
    );
  });

  it.each([
    [{ format: 'csv' }, undefined, true],
    [{ format: 'json' }, 'text/csv', false],
    [{}, 'text/csv;q=0.9', true],
    [{}, 'application/json', false],
    [{}, undefined, false],
  ])('is wanted by %j with Accept %s: %s', (query, accept, isWanted) => {
    expect(wantsCsv({ query, headers: { accept } })).toBe(isWanted);
  });
});
