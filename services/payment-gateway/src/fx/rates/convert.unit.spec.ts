import { exponentOf } from '@repasse/values/money';
import fc from 'fast-check';
import { convert, convertDown, convertibleRange, withSpread, withSpreadOn } from './convert';
import { decimalText, parseRate, rateDecimals, spreadRateDecimals } from './rate';

const rateOf = (text: string): bigint => parseRate(text) ?? 0n;

describe('an amount in another currency', () => {
  it.each([
    // 100.00 / (5.40 × 0.97 = 5.238) = 19.0912…
    [10_000, 'USD', '5,40000000', 300, 1_909],
    // 100.00 / 0.0342 = 2923.97…: a yen has no parts.
    [10_000, 'JPY', '0,03420000', 0, 2_924],
    // 100.00 / 17.60 = 5.68181…: a dinar has a thousand.
    [10_000, 'KWD', '17,60000000', 0, 5_682],
    // 0.01 / 4.00 = 0.0025 and 0.02 / 4.00 = 0.005: the half goes up.
    [2, 'USD', '4,00000000', 0, 1],
    [6, 'USD', '4,00000000', 0, 2],
    [999_999_999_999, 'USD', '5,00000000', 0, 200_000_000_000],
  ])('of %i centavos in %s at %s less %i basis points is %i', (amountMinor, currency, rate, bps, expected) => {
    expect(convert(amountMinor, currency, withSpread(rateOf(rate), bps))).toBe(expected);
  });

  it('is nothing when it rounds to nothing, or is more than an amount can say', () => {
    expect(convert(1, 'USD', withSpread(rateOf('4,00000000'), 0))).toBeUndefined();
    expect(convert(999_999_999_999, 'KWD', withSpread(rateOf('0,01000000'), 0))).toBeUndefined();
  });

  it('is the nearest there is, half up, of what the shown rate gives exactly', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 999_999_999_999 }),
        fc.constantFrom('USD', 'EUR', 'JPY', 'CLP', 'KWD', 'TND', 'MXN'),
        fc.bigInt({ min: 1n, max: 10n ** 12n }),
        fc.integer({ min: 0, max: 5_000 }),
        (amountMinor, currency, rate, spreadBps) => {
          const rateWithSpread = withSpread(rate, spreadBps);
          const converted = convert(amountMinor, currency, rateWithSpread);
          if (converted === undefined) return true;
          // Both sides in 10^-(12+2+exponent) BRL, so that nothing is divided.
          const asked = BigInt(amountMinor) * 10n ** BigInt(exponentOf(currency) + spreadRateDecimals);
          const unit = rateWithSpread * 100n;
          const charged = BigInt(converted) * unit;
          return 2n * (charged - asked) <= unit && 2n * (asked - charged) < unit;
        },
      ),
    );
  });

  it('is something in its range, and nothing beside it', () => {
    expect(convertibleRange('USD', withSpread(rateOf('5,40000000'), 300))).toEqual({
      leastMinor: 3,
      mostMinor: 999_999_999_999,
    });
    fc.assert(
      fc.property(
        fc.constantFrom('USD', 'JPY', 'CLP', 'KWD'),
        fc.bigInt({ min: 1n, max: 10n ** 12n }),
        fc.integer({ min: 0, max: 5_000 }),
        (currency, rate, spreadBps) => {
          const rateWithSpread = withSpread(rate, spreadBps);
          const { leastMinor, mostMinor } = convertibleRange(currency, rateWithSpread);
          const isPayable = (amountMinor: number): boolean =>
            amountMinor >= 1 &&
            amountMinor <= 999_999_999_999 &&
            convert(amountMinor, currency, rateWithSpread) !== undefined;
          return (
            (leastMinor > mostMinor || (isPayable(leastMinor) && isPayable(mostMinor))) &&
            !isPayable(leastMinor - 1) &&
            !isPayable(mostMinor + 1)
          );
        },
      ),
    );
  });

  it('never shrinks when more is asked for', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 999_999_999_998 }),
        fc.constantFrom('USD', 'JPY', 'KWD'),
        fc.bigInt({ min: 10n ** 6n, max: 10n ** 10n }),
        (amountMinor, currency, rate) => {
          const less = convert(amountMinor, currency, withSpread(rate, 300)) ?? 0;
          const more = convert(amountMinor + 1, currency, withSpread(rate, 300));
          return more === undefined || more >= less;
        },
      ),
    );
  });
});

describe('a rate', () => {
  it('is read digit by digit and written without idle zeros', () => {
    expect(parseRate('5,33260000')).toBe(533_260_000n);
    expect(decimalText(rateOf('5,33260000'), rateDecimals)).toBe('5.3326');
    expect(decimalText(rateOf('0,00021930'), rateDecimals)).toBe('0.0002193');
    expect(decimalText(rateOf('12,00000000'), rateDecimals)).toBe('12');
    expect(decimalText(withSpread(rateOf('0,00021931'), 1), spreadRateDecimals)).toBe('0.000219288069');
  });

  it('comes back from its text as it was', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 19n }), (rate) => {
        const text = decimalText(rate, rateDecimals);
        return parseRate(text.includes('.') ? text.replace('.', ',') : `${text},0`) === rate;
      }),
    );
  });

  it.each(['', '5', '5.3326', '-5,3326', '0,00000000', '5,333333333', '1e3,0', '5,33 26', '1234567890123,0'])(
    'is not made of %j',
    (text) => {
      expect(parseRate(text)).toBeUndefined();
    },
  );

  it('may have more zeros than decimals that count', () => {
    expect(parseRate('5,3326000000')).toBe(533_260_000n);
  });
});

describe('an amount that is paid out in another currency', () => {
  it.each([
    // 500.00 / (5.40 × 1.03 = 5.562) = 89.8957…
    [50_000, 'USD', '5,40000000', 300, 8_989],
    // 100.00 / 5.40 = 18.5185…
    [10_000, 'USD', '5,40000000', 0, 1_851],
    [540, 'USD', '5,40000000', 0, 100],
    [539, 'USD', '5,40000000', 0, 99],
  ])('of %i centavos in %s at %s and %i basis points is %i', (amountMinor, currency, rate, bps, expected) => {
    expect(convertDown(amountMinor, currency, withSpreadOn(rateOf(rate), bps))).toBe(expected);
  });

  it('is nothing when it is less than a cent, or more than an amount can say', () => {
    expect(convertDown(5, 'USD', withSpreadOn(rateOf('5,40000000'), 300))).toBeUndefined();
    expect(convertDown(999_999_999_999, 'KWD', withSpreadOn(rateOf('0,01000000'), 0))).toBeUndefined();
  });

  it('never gives more than it costs', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 999_999_999_999 }),
        fc.bigInt({ min: 1n, max: 10n ** 12n }),
        fc.integer({ min: 0, max: 5_000 }),
        (amountMinor, rate, spreadBps) => {
          const rateWithSpread = withSpreadOn(rate, spreadBps);
          const converted = convertDown(amountMinor, 'USD', rateWithSpread);
          if (converted === undefined) return true;
          const given = BigInt(converted) * rateWithSpread;
          const had = BigInt(amountMinor) * 10n ** BigInt(spreadRateDecimals);
          return given <= had && had < given + rateWithSpread;
        },
      ),
    );
  });
});
