import { findCoin } from '../coins';
import { type Payout, type PayoutTerms } from './payout';

/** Blocks take minutes; here every step can be seen and none is waited for. By the sandbox's clock. */
const stepMs = 600;
/** A payout that was not verified by then is rejected. */
const unverifiedMs = 3_600_000;
const codesRefusedMax = 10;

/** How payouts end. PROCESSING leaves them there until it is something else. */
export type PayoutOutcome = 'FINISHED' | 'FAILED' | 'REJECTED' | 'PROCESSING';

export const makePayout = (ids: Pick<Payout, 'batchId' | 'payoutId'>, terms: PayoutTerms, now: Date): Payout => ({
  ...ids,
  status: 'CREATING',
  terms,
  codesRefused: 0,
  hash: null,
  error: null,
  createdAt: after(now, 0),
  requestedAt: null,
  updatedAt: after(now, 0),
  dueAt: after(now, unverifiedMs),
});

export type Verdict = 'verified' | 'wrong_code' | 'no_codes_left' | 'not_awaited';

/** A right code sets a payout going. After ten wrong ones no code is right any more. */
export const verify = (
  payout: Payout,
  isRightCode: boolean,
  now: Date,
): { readonly verdict: Verdict; readonly payout: Payout } => {
  if (payout.status !== 'CREATING') return { verdict: 'not_awaited', payout };
  if (payout.codesRefused >= codesRefusedMax) return { verdict: 'no_codes_left', payout };
  if (!isRightCode) return { verdict: 'wrong_code', payout: { ...payout, codesRefused: payout.codesRefused + 1 } };
  const requested = { ...payout, requestedAt: after(now, 0) };
  return { verdict: 'verified', payout: stepTo({ status: 'WAITING' }, requested, now) };
};

interface StepWorld {
  readonly outcome: PayoutOutcome;
  /** Of the transaction, should there be one. */
  readonly hash: string;
  readonly now: Date;
}

/** The next step of a payout that is due; undefined when it is not. */
export const stepDue = (payout: Payout, world: StepWorld): Payout | undefined => {
  if (payout.dueAt === null || payout.dueAt > after(world.now, 0)) return undefined;
  const next = nextOf(payout, world);
  return next && stepTo(next, payout, world.now);
};

type Step = Pick<Payout, 'status'> & Partial<Pick<Payout, 'hash' | 'error'>>;

const nextOf = ({ status, terms }: Payout, { outcome, hash }: StepWorld): Step | undefined => {
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
      return outcome === 'FAILED' ? { status: 'FAILED', error: 'Transaction failed' } : { status: 'FINISHED', hash };
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
