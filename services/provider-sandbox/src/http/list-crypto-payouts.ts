import { type Operation } from '@repasse/chassis/http/app';
import { type NowPayments } from '../providers/nowpayments/nowpayments';
import { describePayouts, noNowPayments } from './crypto-payouts';

/** GET /sandbox/crypto/payouts: what was sent to which address. */
export const listCryptoPayouts = (nowPayments: NowPayments | undefined): Operation<undefined> => ({
  handle: async ({ query }) => {
    const { payAddress } = query;
    if (nowPayments === undefined) return noNowPayments();
    return describePayouts(nowPayments, typeof payAddress === 'string' ? payAddress : null);
  },
});
