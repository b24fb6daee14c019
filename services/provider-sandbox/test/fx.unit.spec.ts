import { closingRates, writeClosingFile } from '../src/providers/fx/closing-rates';
import { isPublished } from '../src/providers/fx/routes';

const lineOf = (file: string, symbol: string) =>
  file
    .split('\r\n')
    .find((line) => line.split(';')[3] === symbol)
    ?.split(';');

describe('the closing file', () => {
  const set = { USD: 500_000_000, EUR: 600_000_000, JPY: 2_500_000, KWD: 1_625_000_000 };
  const file = writeClosingFile('20261120', closingRates('20261120', set));

  it('has a line a currency, as the Banco Central writes it', () => {
    expect(file).toMatch(/^(\d{2}\/\d{2}\/\d{4};\d{3};[AB];[A-Z]{3}(;\d{1,7},\d{8}){4}\r\n)+$/);
  });

  it.each([
    ['USD', ['20/11/2026', '220', 'A', 'USD', '5,00000000', '5,00000000', '1,00000000', '1,00000000']],
    ['EUR', ['20/11/2026', '978', 'B', 'EUR', '6,00000000', '6,00000000', '1,20000000', '1,20000000']],
    ['JPY', ['20/11/2026', '470', 'A', 'JPY', '0,02500000', '0,02500000', '200,00000000', '200,00000000']],
    ['KWD', ['20/11/2026', '100', 'A', 'KWD', '16,25000000', '16,25000000', '0,30769231', '0,30769231']],
  ])('tells of %s with its parity to the dollar', (symbol, expected) => {
    expect(lineOf(file, symbol)).toEqual(expected);
  });

  it('is the same again for the same day, and another for another', () => {
    const monday = writeClosingFile('20261116', closingRates('20261116', {}));
    expect(writeClosingFile('20261116', closingRates('20261116', {}))).toBe(monday);
    expect(lineOf(writeClosingFile('20261117', closingRates('20261117', {})), 'USD')?.[4]).not.toBe(
      lineOf(monday, 'USD')?.[4],
    );
  });

  it('sells no cheaper than it buys', () => {
    expect(closingRates('20261120', {}).filter(({ buy, sell }) => buy <= 0 || sell < buy)).toEqual([]);
  });
});

describe('a day’s file', () => {
  it.each([
    ['20261120', '2026-11-20T16:09:59.999Z', false],
    ['20261120', '2026-11-20T16:10:00.000Z', true],
    ['20261120', '2026-11-19T23:00:00.000Z', false],
    ['20261121', '2026-11-23T16:10:00.000Z', false],
    ['20261122', '2026-11-23T16:10:00.000Z', false],
    ['20260231', '2026-11-23T16:10:00.000Z', false],
    ['19991231', '2026-11-23T16:10:00.000Z', true],
  ])('of %s is there at %s: %s', (day, now, expected) => {
    expect(isPublished(day, new Date(now))).toBe(expected);
  });

  it('is missing while the source has stopped', () => {
    const now = new Date('2026-11-20T20:00:00.000Z');
    expect(isPublished('20261119', now, 1)).toBe(true);
    expect(isPublished('20261119', now, 2)).toBe(false);
  });
});
