import { amountToPay, linkStatus, writtenMinor, type LinkTerms } from './link';

const now = Date.parse('2026-11-21T12:00:00.000Z');
const open = { is_active: true, valid_until: null, uses_max: null, uses_taken: 7 };

describe('a payment link', () => {
  it.each([
    ['without limits', {}, 'OPEN'],
    ['with a use left', { uses_max: 8 }, 'OPEN'],
    ['whose last use is taken', { uses_max: 7 }, 'SOLD_OUT'],
    ['whose stock was made smaller', { uses_max: 3 }, 'SOLD_OUT'],
    ['before its end', { valid_until: '2026-11-21T12:00:00.001Z' }, 'OPEN'],
    ['at its end', { valid_until: '2026-11-21T12:00:00.000Z' }, 'ENDED'],
    ['that was closed, whatever else', { is_active: false, uses_max: 7 }, 'INACTIVE'],
  ])('%s', (_what, over, status) => {
    expect(linkStatus({ ...open, ...over }, now)).toBe(status);
  });

  it.each([
    ['50', 5_000],
    ['50,5', 5_050],
    ['50.05', 5_005],
    ['R$ 0,29', 29],
    ['1.000', undefined],
    ['-5', undefined],
    ['', undefined],
    ['1e3', undefined],
    ['99999999999', undefined],
  ])('reads %p as a person means it', (text, minor) => {
    expect(writtenMinor(text)).toBe(minor);
  });

  const terms = { amount_minor: null, min_minor: 500, max_minor: 10_000 } as LinkTerms;

  it('takes an open amount between its limits, both of them too, and nothing else', () => {
    expect(['4,99', '5', '100', '100,01', undefined].map((typed) => amountToPay(terms, typed))).toEqual([
      ...[undefined, 500, 10_000, undefined, undefined],
    ]);
  });

  it('of a fixed amount has that, whatever is sent', () => {
    expect(amountToPay({ ...terms, amount_minor: 150, min_minor: null, max_minor: null }, '1')).toBe(150);
  });
});
