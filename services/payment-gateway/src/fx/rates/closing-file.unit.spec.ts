import { Unreadable } from '../../providers/wire/schema';
import { readClosingFile } from './closing-file';

const lines = [
  '03/02/2026;005;A;AFN;0,07985000;0,08010000;65,21000000;65,41000000',
  '03/02/2026;220;A;USD;5,24500000;5,24560000;1,00000000;1,00000000',
  '03/02/2026;470;A;JPY;0,03361000;0,03362000;156,01000000;156,03000000',
  '03/02/2026;978;B;EUR;6,20010000;6,20180000;1,18210000;1,18220000',
];
const file = lines.join('\r\n');

describe('the closing file', () => {
  it('has the buying rate of every currency, whatever its type', () => {
    const { day, rates } = readClosingFile(`${file}\r\n`, '2026-02-03');

    expect(day).toBe('2026-02-03');
    expect([...rates]).toEqual([
      ['AFN', 7_985_000n],
      ['USD', 524_500_000n],
      ['JPY', 3_361_000n],
      ['EUR', 620_010_000n],
    ]);
  });

  it('leaves out what cannot be read, and keeps the rest', () => {
    const { rates } = readClosingFile(file.replace('0,03361000', 'n/d').replace(';EUR;', ';euro;'), '2026-02-03');

    expect([...rates.keys()]).toEqual(['AFN', 'USD']);
  });

  it.each([
    ['of another day', file, '2026-02-04'],
    ['that is a page', '<html><body>Arquivo não encontrado</body></html>', '2026-02-03'],
    ['that is empty', '', '2026-02-03'],
  ])('is refused as a whole when it is one %s', (_, text, day) => {
    expect(() => readClosingFile(text, day)).toThrow(Unreadable);
  });
});
