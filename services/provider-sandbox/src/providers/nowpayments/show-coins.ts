import { readUnits, toJsonNumber } from '../units';
import { type Coin, coins, findCoin } from './coins';
import { failed, invalidRequest, type NowPaymentsEndpoint } from './nowpayments';
import { estimate, maxUnitsOf, minUnitsOf } from './prices';

/** GET /status, for everybody. */
export const getStatus: NowPaymentsEndpoint = async () => ({ status: 200, body: { message: 'OK' } });

/** GET /currencies: codes, or with the limits of each when asked for fixed rates. */
export const getCurrencies: NowPaymentsEndpoint = async (_, request) => {
  if (request.query['fixed_rate'] !== 'true')
    return { status: 200, body: { currencies: coins.map(({ code }) => code) } };
  const currencies = coins.map((coin) => ({
    currency: coin.code,
    min_amount: toJsonNumber(minUnitsOf(coin)),
    max_amount: toJsonNumber(maxUnitsOf(coin)),
  }));
  return { status: 200, body: { currencies } };
};

/** GET /full-currencies: codes are in capitals here. */
export const getFullCurrencies: NowPaymentsEndpoint = async () => ({
  status: 200,
  body: { currencies: coins.map(describe) },
});

const describe = (coin: Coin, position: number): object => ({
  id: position + 1,
  code: coin.code.toUpperCase(),
  name: coin.name,
  enable: true,
  wallet_regex: coin.addressPattern,
  priority: position + 1,
  extra_id_exists: coin.sharedAddress !== null,
  extra_id_regex: coin.sharedAddress === null ? null : '^[0-9]{1,10}$',
  logo_url: `/images/coins/${coin.code}.svg`,
  track: true,
  is_maxlimit: false,
  network: coin.network,
  smart_contract: coin.contract,
  network_precision: String(coin.precision),
  precision: coin.precision,
});

/** GET /merchant/coins: those the merchant has ticked, which are all. In capitals. */
export const getMerchantCoins: NowPaymentsEndpoint = async () => ({
  status: 200,
  body: { selectedCurrencies: coins.map(({ code }) => code.toUpperCase()) },
});

/** GET /min-amount?currency_from&currency_to&fiat_equivalent: the least of currency_from, a coin. */
export const getMinAmount: NowPaymentsEndpoint = async (_, { query }) => {
  const coin = findCoin(query['currency_from']);
  if (coin === undefined) return invalidRequest('currency_from was not found');
  const to = query['currency_to'] ?? coin.code;
  if (findCoin(to) === undefined) return invalidRequest('currency_to was not found');
  const [minUnits, fiat] = [minUnitsOf(coin), query['fiat_equivalent']];
  const worth = typeof fiat === 'string' ? estimate(coin.code, minUnits, fiat) : undefined;
  if (fiat !== undefined && worth === undefined) return invalidRequest('fiat_equivalent was not found');
  return {
    status: 200,
    body: {
      currency_from: coin.code,
      currency_to: to,
      min_amount: toJsonNumber(minUnits),
      ...(worth === undefined ? {} : { fiat_equivalent: toJsonNumber(worth) }),
    },
  };
};

/** GET /estimate?amount&currency_from&currency_to */
export const getEstimate: NowPaymentsEndpoint = async (_, { query }) => {
  const { amount, currency_from: from, currency_to: to } = query;
  const units = readUnits(amount);
  if (units === undefined || typeof from !== 'string' || typeof to !== 'string')
    return invalidRequest('amount, currency_from and currency_to are required');
  const estimated = estimate(from, units, to);
  if (estimated === undefined) return failed(400, 'CURRENCY_NOT_FOUND', 'Currency was not found');
  return {
    status: 200,
    body: {
      currency_from: from.toLowerCase(),
      amount_from: toJsonNumber(units),
      currency_to: to.toLowerCase(),
      estimated_amount: toJsonNumber(estimated),
    },
  };
};
