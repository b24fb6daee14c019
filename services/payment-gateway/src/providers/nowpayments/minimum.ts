import { startTimeLeft } from '../time-left';
import { compareDecimals } from './decimal';
import { parseLossless } from './lossless-json';
import { type NowpaymentsContext } from './nowpayments-context';
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
  switch (answer.kind) {
    case 'answered': {
      const minimum = minimumIn(answer.text);
      if (minimum === undefined) return { outcome: 'unavailable', detail: 'The minimum cannot be read.' };
      return compareDecimals(price.amount, minimum) < 0 ? { outcome: 'below', minimum } : { outcome: 'enough' };
    }
    case 'refused':
    case 'missing':
      return { outcome: 'unknown_coin' };
    case 'unavailable':
    case 'silent':
      return { outcome: 'unavailable', detail: answer.detail };
  }
};

/** `{"currency_from":"btc","currency_to":"btc","min_amount":0.0079,"fiat_equivalent":35.4}` */
const minimumIn = (text: string): string | undefined => {
  try {
    const body = parseLossless(text);
    const minimum = typeof body === 'object' && body !== null && 'fiat_equivalent' in body ? body.fiat_equivalent : '';
    return typeof minimum === 'string' && /^\d+(\.\d+)?$/.test(minimum) ? minimum : undefined;
  } catch {
    return undefined;
  }
};
