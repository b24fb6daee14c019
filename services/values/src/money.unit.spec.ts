import fc from 'fast-check';
import {
  amountMinorMax,
  exponentOf,
  formatAmount,
  formatMinor,
  multiplyDivideFloor,
  multiplyDivideRoundHalfUp,
  parseDecimal,
  sumMinor,
} from './money';

const amount = fc.integer({ min: 0, max: amountMinorMax });
const signed = fc.integer({ min: -amountMinorMax, max: amountMinorMax });
const exponent = fc.integer({ min: 0, max: 3 });

describe('reading a decimal', () => {
  it.each([
    ['0.00', 0],
    ['0.01', 1],
    ['100.00', 10_000],
    ['9999999999.99', amountMinorMax],
  ])('takes %s', (text, expected) => {
    expect(parseDecimal(text, 2)).toBe(expected);
  });

  it.each([
    '',
    '1',
    '1.0',
    '1.000',
    '01.00',
    '.50',
    '1.',
    '-1.00',
    '+1.00',
    ' 1.00',
    '1,00',
    '1e2.00',
    '10000000000.00',
    '٣.٠٠',
  ])('refuses %p', (text) => {
    expect(parseDecimal(text, 2)).toBeUndefined();
  });

  it('wants no point where a currency has no decimals', () => {
    expect(parseDecimal('500', exponentOf('JPY'))).toBe(500);
    expect(parseDecimal('500.00', exponentOf('JPY'))).toBeUndefined();
  });

  it('does not read what is wider than any amount, however long', () => {
    expect(parseDecimal(`${'9'.repeat(400)}.00`, 2)).toBeUndefined();
  });

  it('is undone by writing', () => {
    fc.assert(
      fc.property(
        amount,
        exponent,
        (minor, decimals) => parseDecimal(formatMinor(minor, decimals), decimals) === minor,
      ),
    );
  });
});

describe('writing a decimal', () => {
  it.each([
    [9_901, 2, '99.01'],
    [5, 2, '0.05'],
    [-5, 2, '-0.05'],
    [7, 0, '7'],
    [7, 3, '0.007'],
  ])('writes %i with %i decimals as %s', (minor, decimals, expected) => {
    expect(formatMinor(minor, decimals)).toBe(expected);
  });

  it.each([
    [9_901, 'BRL', '99.01'],
    [500, 'JPY', '500'],
  ])('writes %i of %s as %s', (minor, currency, expected) => {
    expect(formatAmount(minor, currency)).toBe(expected);
  });

  it('refuses what is no whole amount', () => {
    expect(() => formatMinor(0.5)).toThrow(RangeError);
    expect(() => formatMinor(Number.NaN)).toThrow(RangeError);
  });
});

describe('a part of an amount', () => {
  it('rounds as people do: halves up, away from zero', () => {
    expect(multiplyDivideRoundHalfUp(10_000, 99, 10_000)).toBe(99);
    expect(multiplyDivideRoundHalfUp(50, 1, 100)).toBe(1);
    expect(multiplyDivideRoundHalfUp(49, 1, 100)).toBe(0);
    expect(multiplyDivideRoundHalfUp(-50, 1, 100)).toBe(-1);
  });

  it('is exact where a float would not be', () => {
    expect(multiplyDivideFloor(amountMinorMax, 9_999, 10_000)).toBe(999_899_999_999);
    expect(multiplyDivideFloor(-1, 1, 3)).toBe(-1);
  });

  it('rounded down lies at most one below rounded to the nearest, and neither strays from the product', () => {
    fc.assert(
      fc.property(signed, fc.integer({ min: 0, max: 10_000 }), fc.integer({ min: 1, max: 10_000 }), (a, b, divisor) => {
        const product = BigInt(a) * BigInt(b);
        // A larger quotient is refused, which the test below shows.
        fc.pre(BigInt.asIntN(53, product / BigInt(divisor)) === product / BigInt(divisor));
        const floor = BigInt(multiplyDivideFloor(a, b, divisor)) * BigInt(divisor);
        const nearest = BigInt(multiplyDivideRoundHalfUp(a, b, divisor)) * BigInt(divisor);
        const distance = (nearest - product) * 2n;
        expect(floor <= product && product - floor < BigInt(divisor)).toBe(true);
        expect(distance <= BigInt(divisor) && distance >= -BigInt(divisor)).toBe(true);
      }),
    );
  });

  it('can neither be of nothing nor leave the safe integers', () => {
    expect(() => multiplyDivideFloor(1, 1, 0)).toThrow(RangeError);
    expect(() => multiplyDivideFloor(Number.MAX_SAFE_INTEGER, 2, 1)).toThrow(RangeError);
  });
});

describe('a sum', () => {
  it('does not depend on the order', () => {
    fc.assert(
      fc.property(
        fc.array(signed, { maxLength: 50 }),
        (amounts) => sumMinor(amounts) === sumMinor(amounts.toReversed()),
      ),
    );
  });

  it('refuses to lose a cent', () => {
    expect(sumMinor([])).toBe(0);
    expect(() => sumMinor([Number.MAX_SAFE_INTEGER, 1])).toThrow(RangeError);
    expect(() => sumMinor([0.1, 0.2])).toThrow(RangeError);
  });
});
