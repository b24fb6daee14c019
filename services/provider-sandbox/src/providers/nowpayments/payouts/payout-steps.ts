import { findCoin } from '../coins';
import { feeUnitsOf } from '../prices';
import { type BatchDecision, type Payout, type PayoutBatch, type PayoutTerms } from './payout';

/** Blocks take minutes; here every step can be seen and none is waited for. By the sandbox's clock. */
const stepMs = 600;
/** A batch that was not verified by then is rejected. */
const unverifiedMs = 3_600_000;
const codesRefusedMax = 10;

/** How payouts end. PROCESSING leaves them there until it is something else. */
export type PayoutOutcome = 'FINISHED' | 'FAILED' | 'REJECTED' | 'PROCESSING';

export interface NewBatch {
  readonly batchId: number;
  readonly newPayoutId: () => number;
  readonly terms: readonly PayoutTerms[];
  readonly now: Date;
}

export const makeBatch = ({ batchId, newPayoutId, terms, now }: NewBatch): PayoutBatch => ({
  batchId,
  createdAt: after(now, 0),
  codesRefused: 0,
  payouts: terms.map((wanted) => ({
    payoutId: newPayoutId(),
    batchId,
    status: 'CREATING',
    terms: wanted,
    hash: null,
    error: null,
    feeUnits: null,
    createdAt: after(now, 0),
    requestedAt: null,
    updatedAt: after(now, 0),
    dueAt: after(now, unverifiedMs),
  })),
});

export interface Verification extends BatchDecision {
  readonly verdict: 'verified' | 'wrong_code' | 'no_codes_left' | 'not_awaited';
}

/** A right code sets a batch going. After ten wrong ones no code is right any more. */
export const verifyBatch = (batch: PayoutBatch, isRightCode: boolean, now: Date): Verification => {
  if (batch.payouts.some(({ status }) => status !== 'CREATING')) return { verdict: 'not_awaited', batch, told: [] };
  if (batch.codesRefused >= codesRefusedMax) return { verdict: 'no_codes_left', batch, told: [] };
  if (!isRightCode)
    return { verdict: 'wrong_code', batch: { ...batch, codesRefused: batch.codesRefused + 1 }, told: [] };
  const requestedAt = after(now, 0);
  const payouts = batch.payouts.map((payout) => stepTo({ status: 'WAITING' }, { ...payout, requestedAt }, now));
  return { verdict: 'verified', batch: { ...batch, payouts }, told: payouts };
};

export interface StepWorld {
  readonly outcome: PayoutOutcome;
  readonly newHash: () => string;
  readonly now: Date;
}

/** The next step of every payout of a batch that is due; undefined when none is. */
export const stepDue = (batch: PayoutBatch, world: StepWorld): BatchDecision | undefined => {
  const told: Payout[] = [];
  const payouts = batch.payouts.map((payout) => {
    const isDue = payout.dueAt !== null && payout.dueAt <= after(world.now, 0);
    const next = isDue ? nextOf(payout, world) : undefined;
    if (next === undefined) return payout;
    const stepped = stepTo(next, payout, world.now);
    told.push(stepped);
    return stepped;
  });
  return told.length === 0 ? undefined : { batch: { ...batch, payouts }, told };
};

type Step = Pick<Payout, 'status'> & Partial<Pick<Payout, 'hash' | 'error' | 'feeUnits'>>;

const nextOf = ({ status, terms }: Payout, { outcome, newHash }: StepWorld): Step | undefined => {
  switch (status) {
    case 'CREATING':
      return rejected('Payout was not verified in time');
    case 'WAITING':
      if (hasForeignExtraId(terms)) return rejected(`extra_id is not supported for ${terms.currency}`);
      return outcome === 'REJECTED' ? rejected('Payout was rejected') : { status: 'PROCESSING' };
    case 'PROCESSING':
      if (outcome === 'REJECTED') return rejected('Payout was rejected');
      return outcome === 'PROCESSING' ? undefined : { status: 'SENDING' };
    case 'SENDING':
      return outcome === 'FAILED'
        ? { status: 'FAILED', error: 'Transaction failed' }
        : { status: 'FINISHED', hash: newHash(), feeUnits: feeUnitsOf(terms.currency) };
    default:
      return undefined;
  }
};

const rejected = (error: string): Step => ({ status: 'REJECTED', error });

const hasForeignExtraId = ({ currency, extraId }: PayoutTerms): boolean =>
  extraId !== null && findCoin(currency)?.sharedAddress === null;

const stepTo = (step: Step, payout: Payout, now: Date): Payout => {
  const isUnderWay = step.status === 'WAITING' || step.status === 'PROCESSING' || step.status === 'SENDING';
  return { ...payout, ...step, updatedAt: after(now, 0), dueAt: isUnderWay ? after(now, stepMs) : null };
};

const after = (now: Date, ms: number): string => new Date(now.getTime() + ms).toISOString();
