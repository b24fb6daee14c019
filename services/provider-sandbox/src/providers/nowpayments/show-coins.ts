import { readUnits, toJsonNumber } from '../units';
import { coins, findCoin } from './coins';
import { failed, invalidRequest, type NowPaymentsEndpoint } from './nowpayments';
import { estimate, maxUnitsOf, minUnitsOf } from './prices';

/** GET /currencies?fixed_rate=true: the coins, with the limits of each at a fixed rate. */
export const getCurrencies: NowPaymentsEndpoint = async () => {
  const currencies = coins.map((coin) => ({
    currency: coin.code,
    min_amount: toJsonNumber(minUnitsOf(coin)),
    max_amount: toJsonNumber(maxUnitsOf(coin)),
  }));
  return { status: 200, body: { currencies } };
};

/** GET /min-amount?currency_from&fiat_equivalent: the least of currency_from, a coin, and its worth. */
export const getMinAmount: NowPaymentsEndpoint = async (_, { query }) => {
  const [coin, fiat] = [findCoin(query['currency_from']), query['fiat_equivalent']];
  if (coin === undefined) return invalidRequest('currency_from was not found');
  const minUnits = minUnitsOf(coin);
  const worth = typeof fiat === 'string' ? estimate(coin.code, minUnits, fiat) : undefined;
  if (worth === undefined) return invalidRequest('fiat_equivalent was not found');
  return { status: 200, body: { min_amount: toJsonNumber(minUnits), fiat_equivalent: toJsonNumber(worth) } };
};

/** GET /estimate?amount&currency_from&currency_to */
export const getEstimate: NowPaymentsEndpoint = async (_, { query }) => {
  const { amount, currency_from: from, currency_to: to } = query;
  const units = readUnits(amount);
  if (units === undefined || typeof from !== 'string' || typeof to !== 'string')
    return invalidRequest('amount, currency_from and currency_to are required');
  const estimated = estimate(from, units, to);
  if (estimated === undefined)
    return failed(400, 'CURRENCY_NOT_FOUND', `Currency ${to.slice(0, 20).toUpperCase()} was not found`);
  return { status: 200, body: { currency_to: to.toLowerCase(), estimated_amount: toJsonNumber(estimated) } };
};
