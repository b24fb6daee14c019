import { coins } from './coins';
import { type NowPaymentsEndpoint } from './nowpayments';
import { minUnitsOf } from './prices';
import { toJsonNumber, unitsOfOne } from './units';

/** What can be exchanged at a fixed rate at once, in US dollars. */
const maxUsd = 100_000;

/** GET /currencies: codes, or with the limits of each when asked for fixed rates. */
export const getCurrencies: NowPaymentsEndpoint = async (_, request) => {
  if (request.query['fixed_rate'] !== 'true')
    return { status: 200, body: { currencies: coins.map(({ code }) => code) } };
  const currencies = coins.map((coin) => ({
    currency: coin.code,
    min_amount: toJsonNumber(minUnitsOf(coin)),
    max_amount: Math.floor((maxUsd * unitsOfOne) / coin.usdUnits),
  }));
  return { status: 200, body: { currencies } };
};
