import { type Operation } from '@repasse/chassis/http/app';
import { type NowPayments } from '../providers/nowpayments/nowpayments';
import { ordinaryPayouts, type PayoutBehaviour } from '../store/payout-switches';
import { describePayouts, noNowPayments } from './crypto-payouts';

/** PUT /sandbox/crypto/payouts replaces all of it; payouts under way end as it says when they are due. */
export const setCryptoPayouts = (nowPayments: NowPayments | undefined): Operation<Partial<PayoutBehaviour>> => ({
  handle: async ({ body }) => {
    if (nowPayments === undefined) return noNowPayments();
    await nowPayments.payoutSwitches.set({ ...ordinaryPayouts, ...body });
    return describePayouts(nowPayments, null);
  },
});
