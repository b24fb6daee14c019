import { createHash } from 'node:crypto';
import { formatMinor, multiplyDivideRoundHalfUp } from '@repasse/values/money';
import { unitDecimals, unitsOfOne } from '../units';

/** BRL for one unit of a currency, in hundred-millionths. */
interface ClosingRate {
  readonly symbol: string;
  /** The central bank's own number of the currency. */
  readonly code: string;
  /** A: the parity says how many units a dollar is. B: how many dollars a unit is. */
  readonly type: 'A' | 'B';
  readonly buy: number;
  readonly sell: number;
}

/** Plausible closings of late 2026, right in their order of magnitude. */
const currencies: readonly (readonly [symbol: string, code: string, type: 'A' | 'B', brlScaled: number])[] = [
  ['AED', '145', 'A', 145_190_000],
  ['ARS', '706', 'A', 370_000],
  ['AUD', '150', 'B', 348_120_000],
  ['BHD', '105', 'B', 1_414_600_000],
  ['BOB', '030', 'A', 77_180_000],
  ['CAD', '165', 'A', 381_440_000],
  ['CHF', '425', 'A', 662_310_000],
  ['CLP', '715', 'A', 561_000],
  ['CNY', '795', 'A', 75_020_000],
  ['COP', '720', 'A', 138_000],
  ['DKK', '055', 'A', 82_700_000],
  ['EUR', '978', 'B', 617_520_000],
  ['GBP', '540', 'B', 701_050_000],
  ['HKD', '205', 'A', 68_540_000],
  ['INR', '860', 'A', 6_020_000],
  ['JOD', '125', 'A', 752_080_000],
  ['JPY', '470', 'A', 3_410_000],
  ['KRW', '930', 'A', 363_000],
  ['KWD', '100', 'A', 1_737_400_000],
  ['MXN', '741', 'A', 28_910_000],
  ['NOK', '065', 'A', 52_600_000],
  ['NZD', '245', 'B', 301_300_000],
  ['OMR', '805', 'A', 1_385_000_000],
  ['PEN', '660', 'A', 157_900_000],
  ['PYG', '450', 'A', 75_000],
  ['SEK', '070', 'A', 56_120_000],
  ['SGD', '195', 'A', 409_800_000],
  ['TND', '135', 'A', 181_200_000],
  ['USD', '220', 'A', 533_210_000],
  ['UYU', '745', 'A', 13_410_000],
  ['ZAR', '785', 'A', 31_080_000],
];

/** Half a percent up or down from day to day, so that a rate of the wrong day shows. */
const movementBasisPointsMax = 50;
const basisPoints = 10_000;
/** Banks sell a little dearer than they buy. */
const sellingOver = { numerator: 10_002, denominator: 10_000 };

export const knowsCurrency = (symbol: string): boolean => currencies.some(([known]) => known === symbol);

/**
 * The closing rates of all currencies on a day. A day has the same rates for ever. A currency whose rate is set has
 * that rate on every day, buying and selling alike.
 */
export const closingRates = (day: string, set: Readonly<Record<string, number>>): readonly ClosingRate[] =>
  currencies.map(([symbol, code, type, base]) => {
    const fixed = set[symbol];
    const buy = fixed ?? multiplyDivideRoundHalfUp(base, basisPoints + movementOf(symbol, day), basisPoints);
    const sell = fixed ?? multiplyDivideRoundHalfUp(buy, sellingOver.numerator, sellingOver.denominator);
    return { symbol, code, type, buy, sell };
  });

const movementOf = (symbol: string, day: string): number => {
  const digest = createHash('sha256').update(`${symbol} ${day}`).digest();
  return (digest.readUInt16BE(0) % (2 * movementBasisPointsMax + 1)) - movementBasisPointsMax;
};

/** The Banco Central's closing file: a line a currency, decimal commas, no heading. `day` is YYYYMMDD. */
export const writeClosingFile = (day: string, rates: readonly ClosingRate[]): string => {
  const dollar = rates.find(({ symbol }) => symbol === 'USD');
  if (dollar === undefined) throw new Error('There is no rate of the dollar to compare with.');
  return rates.map((rate) => `${lineOf(spelled(day), rate, dollar)}\r\n`).join('');
};

const lineOf = (date: string, rate: ClosingRate, dollar: ClosingRate): string => {
  const { code, type, symbol, buy, sell } = rate;
  const [parityBuy, paritySell] =
    type === 'B'
      ? [ratio(buy, dollar.buy), ratio(sell, dollar.sell)]
      : [ratio(dollar.buy, buy), ratio(dollar.sell, sell)];
  return [date, code, type, symbol, ...[buy, sell, parityBuy, paritySell].map(comma)].join(';');
};

const ratio = (over: number, under: number): number => multiplyDivideRoundHalfUp(over, unitsOfOne, under);

const comma = (scaled: number): string => formatMinor(scaled, unitDecimals).replace('.', ',');

const spelled = (day: string): string => `${day.slice(6)}/${day.slice(4, 6)}/${day.slice(0, 4)}`;
