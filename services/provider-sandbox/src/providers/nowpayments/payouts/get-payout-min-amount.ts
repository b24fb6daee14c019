import { findCoin } from '../coins';
import { failed, type NowPaymentsEndpoint } from '../nowpayments';
import { minUnitsOf } from '../prices';
import { toJsonNumber } from '../units';

/** GET /payout-withdrawal/min-amount/{coin} */
export const getPayoutMinAmount: NowPaymentsEndpoint = async (_, request) => {
  const coin = findCoin(request.params['coin']);
  return coin === undefined
    ? failed(400, 'CURRENCY_NOT_FOUND', 'Currency was not found')
    : { status: 200, body: { success: true, result: toJsonNumber(minUnitsOf(coin)) } };
};
