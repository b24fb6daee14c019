import { failed, type NowPaymentsEndpoint } from './nowpayments';
import { estimate } from './prices';
import { readUnits, toJsonNumber } from './units';

/** GET /estimate?amount&currency_from&currency_to */
export const getEstimate: NowPaymentsEndpoint = async (_, { query }) => {
  const { amount, currency_from: from, currency_to: to } = query;
  const units = readUnits(amount);
  if (units === undefined || typeof from !== 'string' || typeof to !== 'string')
    return failed(400, 'INVALID_REQUEST_PARAMS', 'amount, currency_from and currency_to are required');
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
