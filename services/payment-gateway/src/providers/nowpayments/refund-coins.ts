import { toIso } from '@repasse/chassis/clock';
import { assertNever } from '@repasse/chassis/decider';
import { type PayoutRelease, type PayoutRequest } from '../payout-provider';
import { type RefundInspection, type RefundOutcome, type RefundRequest } from '../provider';
import { createPayout } from './create-payout';
import { findPayout, standingOf, unseen } from './inspect-payout';
import { type PayoutContext } from './payout-client';
import { verifyPayout } from './verify-payout';

/** A refund of coins is a payout: it is requested here, recorded, and only then released. */
export const refundCoins = async (o: PayoutContext, request: RefundRequest): Promise<RefundOutcome> => {
  const preparation = await createPayout(o, payoutOf(request));
  switch (preparation.outcome) {
    case 'prepared':
      return { outcome: 'pending', providerReference: preparation.reference.providerReference };
    case 'refused':
      return preparation;
    // An empty account is a matter of time.
    case 'unfunded':
    case 'unavailable':
      return { outcome: 'unavailable', detail: preparation.detail };
    case 'unknown':
      return { ...preparation, isTimeout: false };
    default:
      return assertNever(preparation);
  }
};

/** A payout without a recorded reference may exist there, and is never released: it counts as missing. */
export const inspectRefundOfCoins = async (o: PayoutContext, request: RefundRequest): Promise<RefundInspection> => {
  const providerReference = request.refundReference ?? null;
  if (providerReference === null) return { outcome: 'missing' };
  const found = await findPayout(o, payoutOf(request), providerReference);
  if (found.outcome !== 'found') return unseen(found);
  const standing = standingOf(found.value);
  switch (standing.outcome) {
    case 'held':
      return { outcome: 'pending', isHeld: true };
    case 'sending':
      return { outcome: 'pending' };
    case 'settled':
      return { outcome: 'settled', providerReference, settledAt: standing.settledAt ?? toIso(o.clock.now()) };
    case 'failed':
    case 'silent':
      return standing;
    default:
      return assertNever(standing);
  }
};

/** The batch is read from the payout that was recorded; it was made for that one alone. */
export const releaseRefundOfCoins = async (o: PayoutContext, request: RefundRequest): Promise<PayoutRelease> => {
  const providerReference = request.refundReference ?? null;
  if (providerReference === null) return { outcome: 'unavailable', detail: 'No payout was recorded for it.' };
  const payout = payoutOf(request);
  const found = await findPayout(o, payout, providerReference);
  if (found.outcome !== 'found') return { outcome: 'unavailable', detail: unseen(found).detail };
  if (found.value.status !== 'held') return { outcome: 'released' };
  return verifyPayout(o, payout, { batchReference: found.value.batchId, providerReference });
};

const payoutOf = ({ refundId, coins }: RefundRequest): PayoutRequest => {
  if (coins === undefined) throw new Error(`The refund ${refundId} says nothing of where coins go.`);
  return { payoutId: refundId, ...coins };
};
