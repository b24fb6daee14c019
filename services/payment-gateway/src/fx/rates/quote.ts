import { toIso } from '@repasse/chassis/clock';
import { type ServiceParts } from '@repasse/chassis/service/parts';
import { type FxQuote } from '../domain/fx-quote';
import { type Day } from './calendar';
import { convert, withSpread } from './convert';
import { decimalText, rateDecimals, spreadRateDecimals } from './rate';
import { type Rates } from './rates';

export type Quoting =
  | { readonly outcome: 'quoted'; readonly quote: FxQuote; readonly ratedOn: Day }
  | { readonly outcome: 'unsupported' }
  | { readonly outcome: 'unavailable' }
  /** The amount is less than the currency's smallest unit, or more than an amount can say, at this rate. */
  | { readonly outcome: 'out_of_range'; readonly rateWithSpread: string };

export interface QuoterOptions extends Pick<ServiceParts, 'clock' | 'ids'> {
  readonly rates: Rates;
  /** The international provider's currencies; empty without one. */
  readonly currencies: readonly string[];
  readonly spreadBps: number;
  readonly quoteMinutes: number;
}

export type Quoter = (asked: { targetCurrency: string; sourceAmountMinor: number }) => Promise<Quoting>;

/** As quotes and events name where rates come from, so it is never renamed. */
export const rateSourceName = 'BCB_PTAX';
const minuteMs = 60_000;

/** Converts an amount of BRL to another currency, without keeping the result. */
export const createQuoter =
  (o: QuoterOptions): Quoter =>
  async ({ targetCurrency, sourceAmountMinor }) => {
    if (!o.currencies.includes(targetCurrency)) return { outcome: 'unsupported' };
    const found = await o.rates.of(targetCurrency);
    if (found.outcome === 'unlisted') return { outcome: 'unsupported' };
    if (found.outcome === 'unavailable') return found;

    const spreadRate = withSpread(found.rate, o.spreadBps);
    const rateWithSpread = decimalText(spreadRate, spreadRateDecimals);
    const finalAmountMinor = convert(sourceAmountMinor, targetCurrency, spreadRate);
    if (finalAmountMinor === undefined) return { outcome: 'out_of_range', rateWithSpread };
    const now = o.clock.now();
    const quote: FxQuote = {
      quoteId: `fxq_${o.ids.ulid()}`,
      sourceCurrency: 'BRL',
      targetCurrency,
      sourceAmountMinor,
      finalAmountMinor,
      rate: decimalText(found.rate, rateDecimals),
      spreadBps: o.spreadBps,
      rateWithSpread,
      source: rateSourceName,
      quotedAt: toIso(now),
      expiresAt: toIso(new Date(now.getTime() + o.quoteMinutes * minuteMs)),
    };
    return { outcome: 'quoted', quote, ratedOn: found.ratedOn };
  };
