import { coins } from '../coins';
import { type NowPaymentsEndpoint } from '../nowpayments';
import { toJsonNumber } from '../units';
import { balanceUnitsOf } from './payout-prices';

/** GET /balance: what the merchant has of each coin. Payouts use nothing up; the control says what there is. */
export const getBalance: NowPaymentsEndpoint = async ({ payoutSwitches }) => {
  const { custodyUsd } = payoutSwitches.get();
  const balances = coins.map((coin) => [
    coin.code,
    { amount: toJsonNumber(balanceUnitsOf(coin, custodyUsd)), pendingAmount: 0 },
  ]);
  return { status: 200, body: Object.fromEntries(balances) as Record<string, object> };
};
