import { formatMinor, multiplyDivideRoundHalfUp } from '@repasse/chassis/money';
import { rateScale, type ClosingRate } from './closing-rates';

const rateDecimals = 8;

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

const ratio = (over: number, under: number): number => multiplyDivideRoundHalfUp(over, rateScale, under);

const comma = (scaled: number): string => formatMinor(scaled, rateDecimals).replace('.', ',');

const spelled = (day: string): string => `${day.slice(6)}/${day.slice(4, 6)}/${day.slice(0, 4)}`;
