import { type ServiceParts } from '@repasse/chassis/service/parts';
import { dayAt, type Day, endOfDay } from '@repasse/values/brasilia-time';
import { isFresh } from './calendar';
import { type ClosingRates } from './closing-file';
import { type ClosingSource } from './closing-source';
import { type Rate } from './rate';

type RateAnswer =
  | { readonly outcome: 'rate'; readonly rate: Rate; readonly ratedOn: Day }
  /** The source has rates, but not of this currency. */
  | { readonly outcome: 'unlisted' }
  | { readonly outcome: 'unavailable' };

export type Rates = ReturnType<typeof createRates>;

interface RatesOptions extends Pick<ServiceParts, 'clock' | 'log' | 'metrics'> {
  readonly source: ClosingSource;
  /** Rates are never used longer than this after the end of their day. */
  readonly hoursMax: number;
}

/** The close is published once a day at about 13:10; ten minutes later at most it is used. */
const lookAgainMs = 10 * 60_000;
/** Without rates, requests wait; fetch again at most every 2 s. */
const lookAgainInNeedMs = 2_000;

/**
 * The newest rates, in memory. While usable rates are held no caller waits: newer ones are fetched in the background,
 * one fetch at a time. Without any, callers wait for one fetch.
 */
export const createRates = (o: RatesOptions) => {
  let held: ClosingRates | undefined;
  let lookedAtMs: number | undefined;
  let looking: Promise<void> | undefined;
  const closed = o.metrics.gauge(
    'repasse_fx_rates_closed_timestamp_seconds',
    'End of the day whose exchange rates are used, as a Unix time; 0 without any.',
  );
  closed.set(0);

  const look = async (): Promise<void> => {
    const found = await o.source(o.clock.now());
    lookedAtMs = o.clock.now().getTime();
    if (found.outcome === 'found') {
      held = found.value;
      closed.set(Date.parse(endOfDay(held.day)) / 1000);
    } else {
      o.log.warn({ ...found, heldOf: held?.day }, 'no newer exchange rates');
    }
  };
  const lookOnce = (): Promise<void> => {
    looking ??= look()
      .catch((fault: unknown) => o.log.error({ err: fault }, 'looking for exchange rates failed'))
      .finally(() => (looking = undefined));
    return looking;
  };
  /** The distance counts either way: a sandbox's clock may be set back. */
  const isDue = (afterMs: number): boolean =>
    lookedAtMs === undefined || Math.abs(o.clock.now().getTime() - lookedAtMs) >= afterMs;
  const usable = (): ClosingRates | undefined =>
    held !== undefined && isFresh(held.day, o.clock.now(), o.hoursMax) ? held : undefined;

  return {
    of: async (currency: string): Promise<RateAnswer> => {
      const isInNeed = usable() === undefined;
      if (isInNeed && (looking !== undefined || isDue(lookAgainInNeedMs))) await lookOnce();
      if (!isInNeed && usable()?.day !== dayAt(o.clock.now()) && isDue(lookAgainMs)) void lookOnce();
      return answerFrom(usable(), currency);
    },
  };
};

const answerFrom = (rates: ClosingRates | undefined, currency: string): RateAnswer => {
  if (rates === undefined) return { outcome: 'unavailable' };
  const rate = rates.rates.get(currency);
  return rate === undefined ? { outcome: 'unlisted' } : { outcome: 'rate', rate, ratedOn: rates.day };
};
