import { amountOfMinor, minorOf } from './minor-units';

describe('an amount', () => {
  it.each([
    ['0.00', 0],
    ['0.07', 7],
    ['0.70', 70],
    ['90.00', 9_000],
    ['9999999999.99', 999_999_999_999],
  ])('of %s is %i centavos, and back', (amount, minor) => {
    expect(minorOf(amount)).toBe(minor);
    expect(amountOfMinor(minor)).toBe(amount);
  });
});
