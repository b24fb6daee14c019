import { commit } from '../../../callbacks/commit';
import { ipnOf, type NowPayments } from '../nowpayments';
import { describePayoutIpn } from './describe-payout';
import { type BatchDecision, type PayoutBatch } from './payout';

/** Changes a batch and tells the merchant of its payouts, in one commit. Undefined when nothing changed. */
export const changeBatch = <D extends BatchDecision>(
  nowPayments: NowPayments,
  batchId: number,
  decide: (batch: PayoutBatch) => D | undefined,
): Promise<D | undefined> =>
  commit(nowPayments, 'crypto', async (tx) => {
    const batch = await nowPayments.payouts.lock(tx, batchId);
    const decision = batch && decide(batch);
    if (decision === undefined) return undefined;
    await nowPayments.payouts.save(tx, decision.batch);
    return {
      result: decision,
      messages: decision.told.flatMap((payout) => ipnOf(payout.terms, describePayoutIpn(payout))),
      dueAt: decision.batch.payouts.map(({ dueAt }) => dueAt),
    };
  });
