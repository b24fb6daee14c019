import { object, reader } from '@repasse/chassis/schema/schema';
import { lookup, unavailable } from '../wire/lookup';
import { startTimeLeft } from '../wire/time-left';
import { decimal, isZero, proportionOf } from './decimal';
import { createFindMaximum, type LimitsContext } from './maximums';

/** An amount in a coin, and its worth in the currency of the price. Decimal texts. */
export interface CoinLimit {
  readonly coins: string;
  readonly price: string;
}

export type CoinLimits =
  /** `maximum` is null where the provider tells none. */
  | { readonly outcome: 'found'; readonly minimum: CoinLimit; readonly maximum: CoinLimit | null }
  /** The provider takes no such coin. */
  | { readonly outcome: 'unknown_coin' }
  | { readonly outcome: 'unavailable'; readonly detail: string };

export type FindLimits = (priceCurrency: string, payCurrency: string) => Promise<CoinLimits>;

/** The least and the most that the provider takes in a coin. Asked before anything is made. */
export const createFindLimits = (o: LimitsContext): FindLimits => {
  const findMaximum = createFindMaximum(o);
  return async (priceCurrency, payCurrency) => {
    const asked = { payCurrency: payCurrency.toLowerCase(), fiatCurrency: priceCurrency.toLowerCase() };
    const [answer, maximum] = await Promise.all([
      o.client.minimum(asked, startTimeLeft(o.timings).timeoutMs()),
      findMaximum(asked.payCurrency),
    ]);
    // A question that is refused names a coin the provider has not.
    if (answer.outcome === 'refused' || answer.outcome === 'missing') return { outcome: 'unknown_coin' };
    const found = lookup(o.log, answer, readMinimum);
    if (found.outcome !== 'found') return unavailable(found);
    if (maximum.outcome === 'unavailable') return maximum;
    const { min_amount: coins, fiat_equivalent: price } = found.value;
    return { outcome: 'found', minimum: { coins, price }, maximum: worthOf(maximum.coins, { coins, price }) };
  };
};

/** The provider tells the maximum in the coin alone. The worth of the minimum gives the rate. */
const worthOf = (coins: string | null, minimum: CoinLimit): CoinLimit | null =>
  coins === null || isZero(minimum.coins) ? null : { coins, price: proportionOf(minimum.price, coins, minimum.coins) };

/** `{"currency_from":"btc","currency_to":"btc","min_amount":0.0079,"fiat_equivalent":35.4}` */
const readMinimum = reader('minimum', object({ min_amount: decimal, fiat_equivalent: decimal }));
