import { type ApiResponse, type Operation } from '@repasse/chassis/http/app';
import { problem } from '@repasse/chassis/http/problem';
import { type NowPayments } from '../providers/nowpayments/nowpayments';
import { type Payout } from '../providers/nowpayments/payouts/payout';
import { listPayoutsOf } from '../providers/nowpayments/payouts/read-payouts';
import { writeUnits } from '../providers/nowpayments/units';
import { ordinaryPayouts, type PayoutBehaviour } from '../store/switches';
import { type Sweeper } from '../sweeper';

/** GET /sandbox/crypto/payouts: what was sent to which address. */
export const listCryptoPayouts = (nowPayments: NowPayments | undefined): Operation<undefined> => ({
  handle: async ({ query }) => {
    const { payAddress } = query;
    if (nowPayments === undefined) return noNowPayments();
    return describePayouts(nowPayments, typeof payAddress === 'string' ? payAddress : undefined);
  },
});

/** PUT /sandbox/crypto/payouts replaces all of it; payouts under way end as it says when they are due. */
export const setCryptoPayouts = (
  nowPayments: NowPayments | undefined,
  sweeper: Pick<Sweeper, 'wake'>,
): Operation<Partial<PayoutBehaviour>> => ({
  handle: async ({ body }) => {
    if (nowPayments === undefined) return noNowPayments();
    await nowPayments.payoutSwitches.set({ ...ordinaryPayouts, ...body });
    sweeper.wake();
    return describePayouts(nowPayments);
  },
});

/** More than a journey makes; who looks for one says its address. */
const payoutsMax = 100;

/** How payouts end, and the latest of them. */
export const describePayouts = async (nowPayments: NowPayments, address?: string): Promise<ApiResponse> => {
  const payouts = await listPayoutsOf(nowPayments, { address }, { offset: 0, limit: payoutsMax });
  return { status: 200, body: { ...nowPayments.payoutSwitches.get(), payouts: payouts.map(describe) } };
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

export const noNowPayments = (): ApiResponse =>
  problem({
    status: 404,
    code: 'sandbox.provider_absent',
    detail: 'NOWPayments is not simulated: the sandbox has no NOWPAYMENTS_API_KEY.',
  });
