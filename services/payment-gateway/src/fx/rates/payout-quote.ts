import { type Clock, toIso } from '@repasse/chassis/clock';
import { type PayoutPrice } from '../../payouts/domain/payout';
import { convertDown, withSpreadOn } from './convert';
import { rateSourceName } from './quote';
import { decimalText, rateDecimals, spreadRateDecimals } from './rate';
import { type Rates } from './rates';

export type PayoutQuoting =
  | { readonly outcome: 'quoted'; readonly quote: Omit<PayoutPrice, 'payAmount'> }
  /** No rates that are new enough: they will be there later. */
  | { readonly outcome: 'unavailable' }
  /** The amount is less than the currency's smallest unit, or more than an amount can say. */
  | { readonly outcome: 'out_of_range' };

export type PayoutQuoter = (amountMinor: number) => Promise<PayoutQuoting>;

/** The currency coins are priced in. */
const quotedIn = 'USD';

/** Returns the worth of an amount of BRL to its recipient; the spread on the rate covers its changes meanwhile. */
export const createPayoutQuoter =
  (o: { rates: Rates; spreadBps: number; clock: Clock }): PayoutQuoter =>
  async (amountMinor) => {
    const found = await o.rates.of(quotedIn);
    if (found.outcome !== 'rate') return { outcome: 'unavailable' };
    const rateWithSpread = withSpreadOn(found.rate, o.spreadBps);
    const priceAmountMinor = convertDown(amountMinor, quotedIn, rateWithSpread);
    if (priceAmountMinor === undefined) return { outcome: 'out_of_range' };
    const quote = {
      priceCurrency: quotedIn,
      priceAmountMinor,
      rate: decimalText(found.rate, rateDecimals),
      spreadBps: o.spreadBps,
      rateWithSpread: decimalText(rateWithSpread, spreadRateDecimals),
      source: rateSourceName,
      quotedAt: toIso(o.clock.now()),
    };
    return { outcome: 'quoted', quote };
  };
