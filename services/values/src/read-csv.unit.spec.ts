import fc from 'fast-check';
import { csvOf, type CsvStyle } from './csv';
import { cellsMax, readCsv } from './read-csv';

const rowsOf = (text: string): unknown => {
  const table = readCsv(text);
  return 'rows' in table ? table.rows.map(({ cells }) => cells) : table;
};

describe('a CSV file', () => {
  it.each([
    ['commas', 'a,b\r\n1,2\r\n'],
    ['semicolons', 'a;b\n1;2\n'],
    ['a byte order mark', '\uFEFFa;b\r\n1;2\r\n'],
    ['no end of the last line', 'a,b\n1,2'],
    ['old line ends', 'a,b\r1,2\r'],
    ['empty rows', 'a,b\n1,2\n\n,\n'],
    ['quoted names', '"a";"b"\n"1";"2"\n'],
  ])('may have %s', (_, text) => {
    expect(readCsv(text)).toEqual({ header: ['a', 'b'], rows: [{ line: 2, cells: ['1', '2'] }] });
  });

  it.each([
    ['"x,y",2', ['x,y', '2']],
    ['"say ""no""",2', ['say "no"', '2']],
    ['"two\r\nlines",2', ['two\r\nlines', '2']],
    ['"",2', ['', '2']],
    [' x , y ', [' x ', ' y ']],
    ['x;y,2', ['x;y', '2']],
    ["'=1+1,'+5511", ['=1+1', '+5511']],
    ["''=1,'tis", ["'=1", "'tis"]],
    ['=1+1,-1.50', ['=1+1', '-1.50']],
    ['1,2,3', ['1', '2', '3']],
    ['1', ['1']],
  ])('says by %j %j', (line, cells) => expect(rowsOf(`a,b\n${line}\n`)).toEqual([cells]));

  it('numbers its rows as spreadsheets do', () => {
    const table = readCsv('a\n1\n\n"2\n2"\n3\n');
    expect('rows' in table && table.rows.map(({ line }) => line)).toEqual([2, 4, 5]);
  });

  it.each([
    ['a,b\n"1,2\n', 2, 'is not closed'],
    ['a,b\n1,2\n"1"x,2\n', 3, 'behind a closing quote'],
    ['a,b\n1,2"\n', 2, 'does not begin with one'],
    ['\n'.repeat(cellsMax + 1), cellsMax + 1, 'behind the first'],
    [','.repeat(cellsMax), 1, 'behind the first'],
  ])('is refused at its line: %#', (text, line, message) => {
    expect(readCsv(text)).toEqual({ line, message: expect.stringContaining(message) as string });
  });

  it.each(['', '\uFEFF'])('may be empty: %j', (text) => expect(readCsv(text)).toEqual({ header: [], rows: [] }));

  it.each(['en', 'pt-BR'] as const)('gives back what was written for %s, whatever the texts are', (locale) => {
    const style: CsvStyle = { locale, headings: {} };
    const columns = { a: ([a]: readonly string[]) => a ?? '', b: ([, b]: readonly string[]) => b ?? '' };
    const texts = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(...`'"=+-@,;\t\r\n1.a`.split('')) }));
    fc.assert(
      fc.property(fc.array(fc.tuple(texts, texts)), (rows) => {
        const written = rows.filter((cells) => cells.some((cell) => cell !== ''));
        expect(rowsOf(csvOf(columns, rows, style))).toEqual(written);
      }),
    );
  });
});
