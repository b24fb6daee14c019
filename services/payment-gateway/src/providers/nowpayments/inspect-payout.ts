import { assertNever } from '@repasse/chassis/decider';
import { type PayoutReference } from '../../payouts/domain/payout';
import { type PayoutInspection, type PayoutRequest } from '../payout-provider';
import { type NoAnswer } from '../wire/ask';
import { lookup, type Lookup } from '../wire/lookup';
import { retryWithin, startTimeLeft } from '../wire/time-left';
import { type CoinPayout, readPayout } from './coin-payout';
import { faultOf } from './create-payout';
import { type PayoutContext } from './payout-client';

export const inspectPayout = async (
  o: PayoutContext,
  request: PayoutRequest,
  reference: PayoutReference,
): Promise<PayoutInspection> => {
  const found = await findPayout(o, request, reference.providerReference);
  if (found.outcome !== 'found') return unseen(found);
  return found.value.batchId === reference.batchReference
    ? standingOf(found.value)
    : { outcome: 'silent', detail: `The payout is of batch ${found.value.batchId}.` };
};

/** Reads a payout by the provider's own name. An answer about something else says nothing about this one. */
export const findPayout = (
  o: PayoutContext,
  request: PayoutRequest,
  providerReference: string,
  timeLeft = startTimeLeft(o.timings),
): Promise<Lookup<CoinPayout>> =>
  retryWithin(timeLeft, async () =>
    lookup(o.log, await o.client.getPayout(providerReference, timeLeft), readPayout, (payout) =>
      payout.payoutId === providerReference ? faultOf(payout, request) : `It is about ${payout.payoutId}.`,
    ),
  );

/** A payout that the provider does not know although it named it says as little as silence. */
export const unseen = (answer: NoAnswer): { readonly outcome: 'silent'; readonly detail: string } => ({
  outcome: 'silent',
  detail: 'detail' in answer ? answer.detail : 'The provider does not know its payout.',
});

export const standingOf = ({ status, hash, updatedAt, error }: CoinPayout): PayoutInspection => {
  switch (status) {
    case 'held':
    case 'sending':
      return { outcome: status };
    case 'finished':
      return { outcome: 'settled', transactionHash: hash, settledAt: updatedAt };
    case 'failed':
    case 'rejected':
      return { outcome: 'failed', detail: error ?? `The provider says that it was ${status}.` };
    default:
      return assertNever(status);
  }
};
