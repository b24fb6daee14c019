import { lenient, listOf, matcher, object, text } from '@repasse/chassis/schema/schema';
import { type AdapterContext } from '../wire/connect';
import { startTimeLeft } from '../wire/time-left';
import { type NowpaymentsClient } from './client';
import { decimal } from './decimal';

export type LimitsContext = AdapterContext<Pick<NowpaymentsClient, 'minimum' | 'fixedRateCurrencies'>>;

export type CoinMaximum =
  /** Of the coin; null where the provider tells none. */
  | { readonly outcome: 'found'; readonly coins: string | null }
  | { readonly outcome: 'unavailable'; readonly detail: string };

type Maximums = ReadonlyMap<string, string>;

/** The list has every coin there is, some 300, and its limits follow the prices of coins: it is asked again then. */
const keptMs = 10 * 60_000;

/** The most of a coin that the provider takes at a fixed rate, of a list that is kept for ten minutes. */
export const createFindMaximum = (o: LimitsContext): ((coin: string) => Promise<CoinMaximum>) => {
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
