import fc from 'fast-check';
import { percentBpsOf } from './percent';

describe('a percent in basis points', () => {
  it.each([
    [0.01, 1],
    [0.1, 10],
    [1, 100],
    [33.33, 3_333],
    [0.29, 29],
    [99.99, 9_999],
    [100, 10_000],
  ])('of %d is %d', (percent, bps) => {
    expect(percentBpsOf(percent)).toBe(bps);
  });

  it.each([33.333, 0.001, 1e-7, 0.1 + 0.2, -1, Number.NaN])('of %d is none', (percent) => {
    expect(percentBpsOf(percent)).toBeUndefined();
  });

  it('is exact for every percent with two decimals', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000 }), (bps) => {
        expect(percentBpsOf(Number(`${Math.floor(bps / 100)}.${String(bps % 100).padStart(2, '0')}`))).toBe(bps);
      }),
    );
  });
});
