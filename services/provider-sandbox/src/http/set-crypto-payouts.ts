import { type Operation } from '@repasse/chassis/http/app';
import { type NowPayments } from '../providers/nowpayments/nowpayments';
import { ordinaryPayouts, type PayoutBehaviour } from '../store/payout-switches';
import { type Sweeper } from '../sweeper';
import { describePayouts, noNowPayments } from './crypto-payouts';

/** PUT /sandbox/crypto/payouts replaces all of it; payouts under way end as it says when they are due. */
export const setCryptoPayouts = (
  nowPayments: NowPayments | undefined,
  sweeper: Pick<Sweeper, 'wake'>,
): Operation<Partial<PayoutBehaviour>> => ({
  handle: async ({ body }) => {
    if (nowPayments === undefined) return noNowPayments();
    await nowPayments.payoutSwitches.set({ ...ordinaryPayouts, ...body });
    sweeper.wake();
    return describePayouts(nowPayments, null);
  },
});
