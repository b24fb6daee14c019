import fc from 'fast-check';
import { amountCell, csvOf, momentCell, type CsvStyle, type CsvValue } from './csv';

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
    ["'+5", "''+5"],
    ["'tis", "'tis"],
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
});

describe('CSV for a spreadsheet in Brazil', () => {
  const brazilian: CsvStyle = { locale: 'pt-BR', headings: { amount: 'Valor' } };
  const written = (value: CsvValue, style?: CsvStyle): string =>
    csvOf({ amount: () => value, id: () => 7 }, [0], style).replaceAll('\r\n', '|');

  it('begins with a byte order mark, and has semicolons between its columns', () => {
    expect(written('a', brazilian)).toBe('\uFEFFValor;id|a;7|');
    expect(written('a')).toBe('amount,id|a,7|');
  });

  it.each([
    [amountCell('-1234.50'), '-1234,50', '-1234.50'],
    [amountCell(null), '', ''],
    [momentCell('2026-11-21T01:03:10.123Z'), '20/11/2026 22:03:10', '2026-11-21T01:03:10.123Z'],
    [momentCell(null), '', ''],
    [{ day: '2026-11-21' }, '21/11/2026', '2026-11-21'],
    [{ word: 'FEE', pt: 'Tarifa' }, 'Tarifa', 'FEE'],
    // A text of the merchant is no amount, whatever it looks like.
    ['10.50', '10.50', '10.50'],
    ['a;b', '"a;b"', 'a;b'],
    ['a,b', 'a,b', '"a,b"'],
    ['=1+1', "'=1+1", "'=1+1"],
  ])('writes %j as %s, and for programs as %s', (value, brazil, programs) => {
    expect(written(value, brazilian)).toBe(`\uFEFFValor;id|${brazil};7|`);
    expect(written(value)).toBe(`amount,id|${programs},7|`);
  });

  it('keeps formulas of others harmless in words, too', () => {
    expect(written({ word: '=cmd', pt: '@cmd' }, brazilian)).toBe(`\uFEFFValor;id|'@cmd;7|`);
  });
});
