import { type CallbackMessage } from '../../../store/callback-table';
import { type NowPayments } from '../nowpayments';
import { describePayoutIpn } from './describe-payout';
import { type BatchDecision, type Payout, type PayoutBatch } from './payout';

/** Changes a batch and tells the merchant of its payouts, in one commit. Undefined when nothing changed. */
export const changeBatch = async <D extends BatchDecision>(
  { payouts, callbacks, sweeper }: NowPayments,
  batchId: number,
  decide: (batch: PayoutBatch) => D | undefined,
): Promise<D | undefined> => {
  const outbox = { messagesOf, leaseUntil: callbacks.leaseUntil('crypto') };
  const changed = await payouts.change(batchId, decide, outbox);
  if (changed === undefined) return undefined;
  sweeper.expect(...changed.decision.batch.payouts.map(({ dueAt }) => dueAt));
  callbacks.dispatch(changed.callbacks);
  return changed.decision;
};

const messagesOf = (payout: Payout): readonly CallbackMessage[] => {
  const { ipnCallbackUrl } = payout.terms;
  if (ipnCallbackUrl === null) return [];
  return [
    {
      provider: 'crypto',
      address: ipnCallbackUrl,
      subscription: null,
      body: JSON.stringify(describePayoutIpn(payout)),
    },
  ];
};
