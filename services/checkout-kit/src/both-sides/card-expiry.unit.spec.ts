import { expiryText, parseExpiry } from './card-expiry';

describe('an expiry as it is typed', () => {
  it.each([
    ['', ''],
    ['1', '1'],
    ['12', '12'],
    ['123', '12/3'],
    ['1230', '12/30'],
    ['12/30', '12/30'],
    ['5', '05'],
    ['530', '05/30'],
    ['12/2030', '12/30'],
    ['12 / 30', '12/30'],
    ['ab', ''],
  ])('%s stands as %s', (typed, text) => {
    expect(expiryText(typed)).toBe(text);
  });

  it('is a month of this century', () => {
    expect(parseExpiry('07/28')).toEqual({ month: 7, year: 2028 });
    expect([parseExpiry('00/28'), parseExpiry('13/28'), parseExpiry('7/28'), parseExpiry('')]).toEqual(
      Array(4).fill(undefined),
    );
  });
});
