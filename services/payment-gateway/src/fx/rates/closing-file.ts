import { type Day } from '@repasse/values/brasilia-time';
import { Unreadable } from '../../providers/wire/schema';
import { parseRate, type Rate } from './rate';

/** The rates of all currencies at the close of one day. */
export interface ClosingRates {
  readonly day: Day;
  readonly rates: ReadonlyMap<string, Rate>;
}

const fieldsPerLine = 8;

/**
 * Reads the Banco Central's closing file: `03/02/2026;005;A;AFN;0,07985000;0,08010000;65,21000000;65,41000000`, which is
 * date, code, type, symbol, buying and selling rate, and the parities to the dollar. Both rates are BRL for one unit,
 * whatever the type; the buying one is taken, because a bank buys received foreign money.
 *
 * A currency whose line cannot be read is left out rather than guessed at. A file of another day, or without a readable
 * line, is refused as a whole.
 */
export const readClosingFile = (text: string, day: Day): ClosingRates => {
  const rates = new Map<string, Rate>();
  for (const line of text.split(/\r?\n/)) {
    const fields = line.split(';').map((field) => field.trim());
    if (fields.length !== fieldsPerLine) continue;
    const [date = '', , , symbol = '', buying = ''] = fields;
    if (date !== spelled(day)) throw new Unreadable(`The file of ${day} has a line of another day.`);
    const rate = parseRate(buying);
    if (rate !== undefined && /^[A-Z]{3}$/.test(symbol)) rates.set(symbol, rate);
  }
  if (rates.size === 0) throw new Unreadable(`The file of ${day} has no rates.`);
  return { day, rates };
};

const spelled = (day: Day): string => day.split('-').reverse().join('/');
