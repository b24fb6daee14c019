import { type Logger } from '@repasse/chassis/log/logger';
import { addDays, dayAt, type Day } from '@repasse/values/brasilia-time';
import { type Ask, createAsk, methodsOf } from '../../providers/wire/ask';
import { type Exchange } from '../../providers/wire/exchange';
import { lookup, type Lookup } from '../../providers/wire/lookup';
import { type ProviderTimings, retryWithin, startTimeLeft } from '../../providers/wire/time-left';
import { isFresh, isWeekend } from './calendar';
import { type ClosingRates, readClosingFile } from './closing-file';

interface ClosingSourceOptions {
  readonly exchange: Exchange;
  /** The closing files are at `<baseUrl>/Download/fechamento/`. */
  readonly baseUrl: string;
  /** How old rates may be; no file that is older is asked for. */
  readonly hoursMax: number;
  readonly timings: ProviderTimings;
  readonly log: Logger;
}

/** A file has some 10 kB and comes from a web server's disk. */
export const fxTimingsDefault: ProviderTimings = { exchangeTimeoutMs: 3_000, budgetMs: 8_000, retryDelayMs: 150 };

/** `missing`: no rates that may be used were published. */
export type ClosingSource = (now: Date) => Promise<Lookup<ClosingRates>>;

/**
 * The newest closing file: today's, or that of the last day that has one. Weekends are not asked about; a holiday, or a
 * morning before the close, is a 404, and the day before it is tried.
 */
export const createClosingSource = (o: ClosingSourceOptions): ClosingSource => {
  const ask = createAsk(o.exchange, {
    baseUrl: `${o.baseUrl}/Download/fechamento/`,
    headers: { accept: 'text/csv' },
    detailOf: () => undefined,
    parse: (file) => file,
  });
  return async (now) => {
    for (let day = dayAt(now); isFresh(day, now, o.hoursMax); day = addDays(day, -1)) {
      if (isWeekend(day)) continue;
      const published = await publishedOn(o, ask, day);
      // Silence about a day is not the absence of its file: an older one would be taken for the newest there is.
      if (published.outcome !== 'missing') return published;
    }
    return { outcome: 'missing' };
  };
};

const publishedOn = async (o: ClosingSourceOptions, ask: Ask, day: Day): Promise<Lookup<ClosingRates>> => {
  const timeLeft = startTimeLeft(o.timings);
  const path = `${day.replaceAll('-', '')}.csv`;
  const answer = await retryWithin(timeLeft, () =>
    methodsOf(ask).get('closing_file', path, { reference: day, timeoutMs: timeLeft.timeoutMs() }),
  );
  return lookup(o.log, answer, (file) => readClosingFile(String(file), day));
};
