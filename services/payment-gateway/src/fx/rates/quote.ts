import { toIso } from '@repasse/chassis/clock';
import { type ServiceParts } from '@repasse/chassis/service/parts';
import { type Day } from '@repasse/values/brasilia-time';
import { type FxQuote } from '@repasse/contracts';
import { type PayoutQuote } from '../../payouts/domain/payout';
import { convert, convertDown, convertibleRange, withSpread, withSpreadOn } from './convert';
import { decimalText, type Rate, rateDecimals, spreadRateDecimals } from './rate';
import { type Rates } from './rates';

type Quoting =
  | { readonly outcome: 'quoted'; readonly quote: FxQuote; readonly ratedOn: Day }
  | { readonly outcome: 'unsupported' }
  | { readonly outcome: 'unavailable' }
  /** The amount is less than the currency's smallest unit, or more than an amount can say, at this rate. */
  | {
      readonly outcome: 'out_of_range';
      readonly rateWithSpread: string;
      /** The amounts of BRL that can be paid in it. */
      readonly leastMinor: number;
      readonly mostMinor: number;
    };

export const quotingOutcomes: readonly Quoting['outcome'][] = ['quoted', 'unsupported', 'unavailable', 'out_of_range'];

interface SpreadRates extends Pick<ServiceParts, 'clock'> {
  readonly rates: Rates;
  readonly spreadBps: number;
}

interface QuoterOptions extends SpreadRates, Pick<ServiceParts, 'ids'> {
  /** The currencies quoted; empty without a provider that takes them. */
  readonly currencies: readonly string[];
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

    const rateWithSpread = withSpread(found.rate, o.spreadBps);
    const finalAmountMinor = convert(sourceAmountMinor, targetCurrency, rateWithSpread);
    const how = howQuoted(o, found.rate, rateWithSpread);
    if (finalAmountMinor === undefined) {
      const range = convertibleRange(targetCurrency, rateWithSpread);
      return { outcome: 'out_of_range', rateWithSpread: how.rateWithSpread, ...range };
    }
    const expiresAt = toIso(new Date(Date.parse(how.quotedAt) + o.quoteMinutes * minuteMs));
    const amounts = { sourceCurrency: 'BRL', targetCurrency, sourceAmountMinor, finalAmountMinor } as const;
    const quote = { quoteId: `fxq_${o.ids.ulid()}`, ...amounts, ...how, expiresAt };
    return { outcome: 'quoted', quote, ratedOn: found.ratedOn };
  };

type PayoutQuoting =
  | { readonly outcome: 'quoted'; readonly quote: PayoutQuote }
  /** No rates that are new enough: they will be there later. */
  | { readonly outcome: 'unavailable' }
  /** The amount is less than the currency's smallest unit, or more than an amount can say. */
  | { readonly outcome: 'out_of_range' };

export type PayoutQuoter = (amountMinor: number) => Promise<PayoutQuoting>;

/** The currency coins are priced in. */
const priceCurrency = 'USD';

/** Returns the worth of an amount of BRL to its recipient; the spread on the rate covers its changes meanwhile. */
export const createPayoutQuoter =
  (o: SpreadRates): PayoutQuoter =>
  async (amountMinor) => {
    const found = await o.rates.of(priceCurrency);
    if (found.outcome !== 'rate') return { outcome: 'unavailable' };
    const rateWithSpread = withSpreadOn(found.rate, o.spreadBps);
    const priceAmountMinor = convertDown(amountMinor, priceCurrency, rateWithSpread);
    if (priceAmountMinor === undefined) return { outcome: 'out_of_range' };
    return {
      outcome: 'quoted',
      quote: { priceCurrency, priceAmountMinor, ...howQuoted(o, found.rate, rateWithSpread) },
    };
  };

const howQuoted = ({ spreadBps, clock }: SpreadRates, rate: Rate, rateWithSpread: bigint) => ({
  rate: decimalText(rate, rateDecimals),
  spreadBps,
  rateWithSpread: decimalText(rateWithSpread, spreadRateDecimals),
  source: rateSourceName,
  quotedAt: toIso(clock.now()),
});
