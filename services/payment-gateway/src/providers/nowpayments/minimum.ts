import { object, reader } from '@repasse/chassis/schema/schema';
import { lookup, unavailable } from '../wire/lookup';
import { startTimeLeft } from '../wire/time-left';
import { type NowpaymentsContext } from './contexts';
import { compareDecimals, decimal } from './decimal';
import { type Price } from './requests';

export type MinimumCheck =
  | { readonly outcome: 'enough' }
  /** In the currency of the price. */
  | { readonly outcome: 'below'; readonly minimum: string }
  /** The provider takes no such coin. */
  | { readonly outcome: 'unknown_coin' }
  | { readonly outcome: 'unavailable'; readonly detail: string };

export type CheckMinimum = (price: Price, payCurrency: string) => Promise<MinimumCheck>;

/** Whether the provider takes a payment as small as this in a coin. Asked before anything is made. */
export const checkMinimum = async (o: NowpaymentsContext, price: Price, payCurrency: string): Promise<MinimumCheck> => {
  const asked = { payCurrency: payCurrency.toLowerCase(), fiatCurrency: price.currency.toLowerCase() };
  const answer = await o.client.minimum(asked, startTimeLeft(o.timings).timeoutMs());
  // A question that is refused names a coin the provider has not.
  if (answer.outcome === 'refused' || answer.outcome === 'missing') return { outcome: 'unknown_coin' };
  const found = lookup(o.log, answer, readMinimum);
  if (found.outcome !== 'found') return unavailable(found);
  const { fiat_equivalent: minimum } = found.value;
  return compareDecimals(price.amount, minimum) < 0 ? { outcome: 'below', minimum } : { outcome: 'enough' };
};

/** `{"currency_from":"btc","currency_to":"btc","min_amount":0.0079,"fiat_equivalent":35.4}` */
const readMinimum = reader('minimum', object({ fiat_equivalent: decimal }));
