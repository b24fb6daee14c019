import { compareDecimals, differenceOf, multiplyToMinor, shareOf, sumDecimals } from './decimal';

it.each([
  ['0.1', '0.10', 0],
  ['1', '0.999999999999999999', 1],
  ['0.000000000000000001', '0.000000000000000002', -1],
  ['10', '9.5', 1],
])('compares %s with %s', (one, other, order) => {
  expect(compareDecimals(one, other)).toBe(order);
});

it.each([
  [['0.1', '0.2'], '0.3'],
  [['0.10', '0.90'], '1'],
  [['12.5', '0.000000000000000001'], '12.500000000000000001'],
  [[], '0'],
])('adds %j up to %s', (texts, sum) => {
  expect(sumDecimals(texts)).toBe(sum);
});

it.each([
  ['40.01', '20', '20.01'],
  ['0.3', '0.10', '0.2'],
  ['1', '0.000000000000000001', '0.999999999999999999'],
  ['12.50', '12.5', '0'],
  ['1', '2', '0'],
])('of %s less %s is left %s', (whole, taken, left) => {
  expect(differenceOf(whole, taken)).toBe(left);
});

it('rounds a share down, and gives all of it for the whole', () => {
  expect(shareOf(10_000, '1', '3')).toBe(3_333);
  expect(shareOf(999_999_999_999, '0.123456789012345678', '0.123456789012345678')).toBe(999_999_999_999);
  expect(() => shareOf(1, '1', '0')).toThrow(RangeError);
});

it.each([
  ['5.5', '5.238', 'up', 2_881],
  ['5.501', '1', 'up', 551],
  ['5.509', '1', 'down', 550],
  ['100000', '5.238', 'down', 52_380_000],
  ['999999999999', '5.238', 'down', 999_999_999_999],
] as const)('%s at %s is, rounded %s, %d minor units', (price, rate, rounded, minor) => {
  expect(multiplyToMinor(price, rate, 2, rounded)).toBe(minor);
});
