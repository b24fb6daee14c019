import { fieldsOf } from '../../request';
import { readUnits, toJsonNumber } from '../../units';
import { coins, findCoin } from '../coins';
import { failed, invalidRequest, type NowPaymentsEndpoint } from '../nowpayments';
import { balanceUnitsOf, feeUnitsOf, minUnitsOf } from '../prices';
import { readDestination } from './payout-rules';

/** POST /payout/validate-address */
export const validateAddress: NowPaymentsEndpoint = async (_, request) => {
  const destination = readDestination(fieldsOf(request.body));
  return 'code' in destination
    ? failed(400, destination.code, destination.message)
    : { status: 200, body: 'OK', contentType: 'text/plain' };
};

/** GET /payout-withdrawal/min-amount/{coin} */
export const getPayoutMinAmount: NowPaymentsEndpoint = async (_, request) => {
  const coin = findCoin(request.params['coin']);
  return coin === undefined
    ? failed(400, 'CURRENCY_NOT_FOUND', 'Currency was not found')
    : { status: 200, body: { success: true, result: toJsonNumber(minUnitsOf(coin)) } };
};

/** GET /payout/fee?currency&amount: what the network takes, however much is sent. */
export const getPayoutFee: NowPaymentsEndpoint = async (_, { query }) => {
  const coin = findCoin(query['currency']);
  if (coin === undefined) return failed(400, 'CURRENCY_NOT_FOUND', 'Currency was not found');
  if (readUnits(query['amount']) === undefined) return invalidRequest('amount must be a positive number');
  return { status: 200, body: { currency: query['currency'], fee: toJsonNumber(feeUnitsOf(coin.code)) } };
};

/** GET /balance: what the merchant has of each coin. Payouts use nothing up; the control says what there is. */
export const getBalance: NowPaymentsEndpoint = async ({ payouts }) => {
  const { custodyUsd } = payouts.get();
  const balances = coins.map((coin) => [
    coin.code,
    { amount: toJsonNumber(balanceUnitsOf(coin, custodyUsd)), pendingAmount: 0 },
  ]);
  return { status: 200, body: Object.fromEntries(balances) as Record<string, object> };
};
