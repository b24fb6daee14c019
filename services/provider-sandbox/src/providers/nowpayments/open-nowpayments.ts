import { type Config } from '../../config';
import { createNowPaymentsTable } from '../../store/nowpayments-payment-table';
import { createPayoutTable } from '../../store/nowpayments-payout-table';
import { openPayoutSwitches } from '../../store/payout-switches';
import { type World } from '../../world';
import { type NowPayments } from './nowpayments';
import { accountOf, createSessions } from './payouts/sessions';

/** Undefined when the sandbox is not told the merchant's key: there is no NOWPayments then. */
export const openNowPayments = async (
  world: World,
  { apiKey, ...signIn }: Config['nowPayments'],
): Promise<NowPayments | undefined> => {
  if (apiKey === undefined) return undefined;
  const account = accountOf(signIn);
  return {
    ...world,
    apiKey,
    account,
    sessions: createSessions(account, world.clock),
    payments: createNowPaymentsTable(world.db),
    payouts: createPayoutTable(world.db),
    payoutSwitches: await openPayoutSwitches(world.db),
  };
};
