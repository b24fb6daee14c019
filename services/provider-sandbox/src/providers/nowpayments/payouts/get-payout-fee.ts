import { findCoin } from '../coins';
import { failed, type NowPaymentsEndpoint } from '../nowpayments';
import { readUnits, toJsonNumber } from '../units';
import { feeUnitsOf } from './payout-prices';

/** GET /payout/fee?currency&amount: what the network takes, however much is sent. */
export const getPayoutFee: NowPaymentsEndpoint = async (_, { query }) => {
  const coin = findCoin(query['currency']);
  if (coin === undefined) return failed(400, 'CURRENCY_NOT_FOUND', 'Currency was not found');
  if (readUnits(query['amount']) === undefined)
    return failed(400, 'INVALID_REQUEST_PARAMS', 'amount must be a positive number');
  return { status: 200, body: { currency: query['currency'], fee: toJsonNumber(feeUnitsOf(coin.code)) } };
};
