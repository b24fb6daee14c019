import { type ApiResponse, type Operation } from '@repasse/chassis/http/app';
import { type NowPayments } from '../providers/nowpayments/nowpayments';
import { type Payout } from '../providers/nowpayments/payouts/payout';
import { writeUnits } from '../providers/units';
import { ordinaryPayouts, type PayoutBehaviour } from '../store/switches';

/** GET /sandbox/crypto/payouts: what was sent to which address. */
export const listCryptoPayouts = (nowPayments: NowPayments): Operation<undefined> => ({
  handle: async ({ query }) => {
    const { payAddress } = query;
    return describePayouts(nowPayments, typeof payAddress === 'string' ? payAddress : undefined);
  },
});

/** PUT /sandbox/crypto/payouts replaces all of it; payouts under way end as it says when they are due. */
export const setCryptoPayouts = (nowPayments: NowPayments): Operation<Partial<PayoutBehaviour>> => ({
  handle: async ({ body }) => {
    await nowPayments.payouts.set({ ...ordinaryPayouts, ...body });
    nowPayments.sweeper.wake();
    return describePayouts(nowPayments);
  },
});

/** More than a journey makes; who looks for one says its address. */
const payoutsMax = 100;

/** How payouts end, and the latest of them. */
const describePayouts = async (nowPayments: NowPayments, address?: string): Promise<ApiResponse> => {
  const newest = { isNewestFirst: true, limit: payoutsMax };
  const payouts = await nowPayments.withdrawals.list({ refs: { address } }, newest);
  return { status: 200, body: { ...nowPayments.payouts.get(), payouts: payouts.map(describe) } };
};

const describe = ({ payoutId, batchId, status, terms, hash, error, createdAt }: Payout): object => ({
  payoutId: String(payoutId),
  batchId: String(batchId),
  status,
  payAddress: terms.address,
  memo: terms.extraId,
  payCurrency: terms.currency,
  amount: writeUnits(terms.units),
  uniqueExternalId: terms.uniqueExternalId,
  hash,
  error,
  createdAt,
});
