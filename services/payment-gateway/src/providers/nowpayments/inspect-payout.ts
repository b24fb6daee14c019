import { setTimeout as pause } from 'node:timers/promises';
import { assertNever } from '@repasse/chassis/decider';
import { type PayoutReference } from '../../domain/payout';
import { type PayoutInspection, type PayoutRequest } from '../payout-provider';
import { jittered, startTimeLeft, type TimeLeft } from '../time-left';
import { type CoinPayout, readPayout } from './coin-payout';
import { faultOf } from './create-payout';
import { UnreadableAnswer } from './fields';
import { type PayoutContext } from './payout-context';

export type PayoutLookup =
  { readonly outcome: 'found'; readonly payout: CoinPayout } | { readonly outcome: 'silent'; readonly detail: string };

/** One repeat after silence: a question is safe to ask twice, and a lost packet is no reason to wait for the next. */
const triesMax = 2;

export const inspectPayout = async (
  o: PayoutContext,
  request: PayoutRequest,
  reference: PayoutReference,
): Promise<PayoutInspection> => {
  const found = await findPayout(o, request, reference.providerReference);
  if (found.outcome !== 'found') return found;
  return found.payout.batchId === reference.batchReference
    ? standingOf(found.payout)
    : { outcome: 'silent', detail: `The payout is of batch ${found.payout.batchId}.` };
};

/** Reads a payout by the provider's own name. An answer about something else says nothing about this one. */
export const findPayout = async (
  o: PayoutContext,
  request: PayoutRequest,
  providerReference: string,
  timeLeft: TimeLeft = startTimeLeft(o.timings),
): Promise<PayoutLookup> => {
  let lookup = await look(o, request, providerReference, timeLeft);
  for (let tryNumber = 2; lookup.outcome === 'silent' && tryNumber <= triesMax && timeLeft.isEnough(); tryNumber++) {
    await pause(jittered(o.timings.retryDelayMs));
    lookup = await look(o, request, providerReference, timeLeft);
  }
  return lookup;
};

const look = async (
  { client, signedIn, log }: PayoutContext,
  request: PayoutRequest,
  providerReference: string,
  timeLeft: TimeLeft,
): Promise<PayoutLookup> => {
  const answer = await signedIn(timeLeft, (bearer) =>
    client.getPayout(providerReference, bearer, timeLeft.timeoutMs()),
  );
  if (answer.kind !== 'answered') {
    return { outcome: 'silent', detail: 'detail' in answer ? answer.detail : 'The provider does not know its payout.' };
  }
  try {
    const payout = readPayout(answer.text);
    const fault = payout.payoutId === providerReference ? faultOf(payout, request) : `It is about ${payout.payoutId}.`;
    return fault === undefined ? { outcome: 'found', payout } : { outcome: 'silent', detail: fault };
  } catch (fault) {
    if (!(fault instanceof UnreadableAnswer)) throw fault;
    log.error({ payoutId: request.payoutId, reason: fault.message }, 'provider said something unreadable');
    return { outcome: 'silent', detail: fault.message };
  }
};

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
