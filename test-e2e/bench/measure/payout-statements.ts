import { setTimeout as pause } from 'node:timers/promises';
import { type MerchantApi } from '../../support/api';
import { type Follower } from '../system/followers';

export interface PayoutWork {
  readonly merchant: MerchantApi;
  /** Who is paid, with a destination that can be used and enough in their balance. */
  readonly userId: number;
  readonly follower: Follower;
}

/** What follows lazily, as telling the bus how far a consumer is, belongs to the work too. */
const afterwardsMs = 1_500;

/** All that a payout causes: the last of them is told by the ledger. */
const consequences = ['repasse.payout.settled.v1', 'repasse.withdrawal.paid.v1'];

/** Payouts one after the other, each begun when all that the one before caused is over. */
export const payoutsOneByOne = async (times: number, { merchant, userId, follower }: PayoutWork): Promise<number> => {
  for (let done = 0; done < times; done += 1) {
    const since = await follower.mark();
    const { status } = await merchant.post('/withdrawals', { amount: '10.00', userId });
    if (status !== 201) throw new Error(`A withdrawal was answered ${status}.`);
    for (const type of consequences) await follower.awaitEvents(since, type, 1);
  }
  await pause(afterwardsMs);
  return times;
};
