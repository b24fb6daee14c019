import { fromMinor, toMinor } from './money';

it.each([
  ['0.00', 0],
  ['100.50', 10_050],
  ['-0.01', -1],
  ['9999999999.99', 999_999_999_999],
])('%s is %d centavos, both ways', (amount, minor) => {
  expect(toMinor(amount)).toBe(minor);
  expect(fromMinor(minor)).toBe(amount);
});

it.each(['1', '1.5', '1,50', '', 'R$ 1.00', '1.005'])('%j is no amount', (amount) => {
  expect(() => toMinor(amount)).toThrow(RangeError);
});

it('takes no part of a centavo', () => expect(() => fromMinor(0.5)).toThrow(RangeError));
