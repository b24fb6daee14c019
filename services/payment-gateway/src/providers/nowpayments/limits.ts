import { lenient, listOf, matcher, object, reader, text } from '../wire/schema';
import { type AdapterContext } from '../wire/connect';
import { lookup, unavailable } from '../wire/lookup';
import { startTimeLeft } from '../wire/time-left';
import { type NowpaymentsClient } from './client';
import { decimal, isZero, proportionOf } from './decimal';

type LimitsContext = AdapterContext<Pick<NowpaymentsClient, 'minimum' | 'fixedRateCurrencies'>>;

/** An amount in a coin, and its worth in the currency of the price. Decimal texts. */
interface CoinLimit {
  readonly coins: string;
  readonly price: string;
}

export type CoinLimits =
  /** `maximum` is null where the provider tells none. */
  | { readonly outcome: 'found'; readonly minimum: CoinLimit; readonly maximum: CoinLimit | null }
  /** The provider takes no such coin. */
  | { readonly outcome: 'unknown_coin' }
  | { readonly outcome: 'unavailable'; readonly detail: string };

/** The least and the most that the provider takes in a coin. Asked before anything is made. */
export const createFindLimits = (o: LimitsContext) => {
  const findMaximum = createFindMaximum(o);
  return async (priceCurrency: string, payCurrency: string): Promise<CoinLimits> => {
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

type CoinMaximum =
  /** Of the coin; null where the provider tells none. */
  | { readonly outcome: 'found'; readonly coins: string | null }
  | { readonly outcome: 'unavailable'; readonly detail: string };

type Maximums = ReadonlyMap<string, string>;

/** The list has every coin there is, some 300, and its limits follow the prices of coins: it is asked again then. */
const keptMs = 10 * 60_000;

/** The most of a coin that the provider takes at a fixed rate, of a list that is kept for ten minutes. */
const createFindMaximum = (o: LimitsContext): ((coin: string) => Promise<CoinMaximum>) => {
  let kept: { readonly maximums: Maximums; readonly untilMs: number } | undefined;
  return async (coin) => {
    if (kept === undefined || kept.untilMs <= o.clock.now().getTime()) {
      const asked = await askMaximums(o);
      if ('outcome' in asked) return asked;
      kept = { maximums: asked, untilMs: o.clock.now().getTime() + keptMs };
    }
    return { outcome: 'found', coins: kept.maximums.get(coin) ?? null };
  };
};

const askMaximums = async ({ client, log, timings }: LimitsContext) => {
  const answer = await client.fixedRateCurrencies(startTimeLeft(timings).timeoutMs());
  if (answer.outcome === 'silent' || answer.outcome === 'unavailable') {
    return { outcome: 'unavailable', detail: answer.detail } as const;
  }
  const listed = answer.outcome === 'answered' ? listIn(answer.body)?.currencies : undefined;
  // Some accounts are told the names of coins alone. They can be paid in all the same.
  if (listed === undefined) log.warn('provider does not tell the maximum of coins');
  return new Map(
    listed?.flatMap(({ currency, max_amount: maximum }): [string, string][] =>
      maximum === undefined ? [] : [[currency.toLowerCase(), maximum]],
    ),
  );
};

/** `{"currencies":[{"currency":"btc","min_amount":0.0001,"max_amount":1}]}` */
const listIn = matcher(
  object({ currencies: lenient(listOf(object({ currency: text, max_amount: lenient(decimal) }))) }),
);
