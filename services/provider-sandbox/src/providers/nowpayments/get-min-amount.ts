import { findCoin } from './coins';
import { failed, type NowPaymentsEndpoint } from './nowpayments';
import { estimate, minUnitsOf } from './prices';
import { toJsonNumber } from './units';

/** GET /min-amount?currency_from&currency_to&fiat_equivalent: the least of currency_from, a coin. */
export const getMinAmount: NowPaymentsEndpoint = async (_, { query }) => {
  const coin = findCoin(query['currency_from']);
  if (coin === undefined) return failed(400, 'INVALID_REQUEST_PARAMS', 'currency_from was not found');
  const to = query['currency_to'] ?? coin.code;
  if (findCoin(to) === undefined) return failed(400, 'INVALID_REQUEST_PARAMS', 'currency_to was not found');
  const [minUnits, fiat] = [minUnitsOf(coin), query['fiat_equivalent']];
  const worth = typeof fiat === 'string' ? estimate(coin.code, minUnits, fiat) : undefined;
  if (fiat !== undefined && worth === undefined)
    return failed(400, 'INVALID_REQUEST_PARAMS', 'fiat_equivalent was not found');
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
