import { HttpFault } from '@repasse/chassis/http/http-fault';
import { setTimeout as pause } from 'node:timers/promises';
import { type Exchange, type ExchangeAnswer } from '../../providers/wire/exchange';
import { type Day, dayBefore, dayOf, isFresh, isWeekend } from './calendar';
import { type ClosingRates, readClosingFile, UnreadableClosingFile } from './closing-file';

export interface ClosingSourceOptions {
  readonly exchange: Exchange;
  /** The closing files are at `<baseUrl>/Download/fechamento/`. */
  readonly baseUrl: string;
  /** How old rates may be; no file that is older is asked for. */
  readonly hoursMax: number;
  readonly timings: FxTimings;
}

export interface FxTimings {
  /** A file has some 10 kB and comes from a web server's disk. */
  readonly exchangeTimeoutMs: number;
  /** Pause before a repeat. */
  readonly retryDelayMs: number;
}

export const fxTimingsDefault: FxTimings = { exchangeTimeoutMs: 3_000, retryDelayMs: 150 };

/** `none`: no rates that may be used were published. `silent`: that could not be found out. */
export type Published =
  | { readonly outcome: 'published'; readonly rates: ClosingRates }
  | { readonly outcome: 'none' }
  | { readonly outcome: 'silent'; readonly detail: string };

export type ClosingSource = (now: Date) => Promise<Published>;

/** Reading is safe to repeat; more tries would only make a payer wait in vain. */
const triesMax = 2;

/**
 * The newest closing file: today's, or that of the last day that has one. Weekends are not asked about; a holiday, or a
 * morning before the close, is a 404, and the day before it is tried.
 */
export const createClosingSource =
  (o: ClosingSourceOptions): ClosingSource =>
  async (now) => {
    for (let day = dayOf(now); isFresh(day, now, o.hoursMax); day = dayBefore(day)) {
      if (isWeekend(day)) continue;
      const published = await publishedOn(o, day);
      // Silence about a day is not the absence of its file: an older one would be taken for the newest there is.
      if (published.outcome !== 'none') return published;
    }
    return { outcome: 'none' };
  };

const publishedOn = async (o: ClosingSourceOptions, day: Day): Promise<Published> => {
  try {
    const { status, text } = await ask(o, day);
    if (status === 404) return { outcome: 'none' };
    if (status !== 200) return { outcome: 'silent', detail: `The source answered ${status}.` };
    return { outcome: 'published', rates: readClosingFile(text, day) };
  } catch (fault) {
    if (!(fault instanceof HttpFault) && !(fault instanceof UnreadableClosingFile)) throw fault;
    return { outcome: 'silent', detail: fault.message };
  }
};

const ask = async (o: ClosingSourceOptions, day: Day): Promise<ExchangeAnswer> => {
  for (let tryNumber = 1; tryNumber < triesMax; tryNumber++) {
    try {
      const answer = await askOnce(o, day);
      if (answer.status < 500) return answer;
    } catch (fault) {
      // A breaker that is open or a host that is not there will not be otherwise in a moment.
      if (!(fault instanceof HttpFault) || fault.code === 'refused') throw fault;
    }
    await pause(o.timings.retryDelayMs);
  }
  return askOnce(o, day);
};

const askOnce = ({ exchange, baseUrl, timings }: ClosingSourceOptions, day: Day): Promise<ExchangeAnswer> =>
  exchange({
    operation: 'closing_file',
    reference: day,
    method: 'GET',
    url: new URL(`${baseUrl}/Download/fechamento/${day.replaceAll('-', '')}.csv`),
    headers: { accept: 'text/csv' },
    timeoutMs: timings.exchangeTimeoutMs,
  });
