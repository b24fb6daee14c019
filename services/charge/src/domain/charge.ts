import { assertNever } from '@repasse/chassis/decider';
import type {
  AttemptFailure,
  AttemptOffered,
  AttemptRequested,
  AttemptTerms,
  AttemptUnderpaid,
  ChargeCreated,
  ChargeEvent,
  ChargePaid,
  ChargePaidAgain,
  ChargeTerms,
  Offer,
  PaidReason,
  Receipt,
} from './charge.events';
import type { Pricing } from './pricing';

/**
 * Where an attempt stands. `requested` is between our asking the provider and its answer: a crash can leave an attempt
 * there, and the janitor takes it on.
 */
export type AttemptSituation =
  | { readonly status: 'requested' | 'offered' | 'expired' }
  | { readonly status: 'failed'; readonly reason: AttemptFailure }
  | { readonly status: 'paid'; readonly reason: PaidReason | 'DUPLICATE' | null };

export interface Attempt {
  readonly terms: AttemptTerms;
  readonly situation: AttemptSituation;
  /** Kept whatever becomes of the attempt, once the provider has answered. */
  readonly offer: Offer | null;
  readonly isUnderpaid: boolean;
  readonly updatedAt: string;
}

interface ChargeFacts {
  readonly terms: ChargeTerms;
  /** By the default fee or the first attempt's, until a payment decides. */
  readonly pricing: Pricing;
  readonly attempts: readonly Attempt[];
  readonly receipts: readonly Receipt[];
  readonly updatedAt: string;
}

export type PendingCharge = ChargeFacts & { readonly status: 'pending'; readonly isUnderpaid: boolean };
export type PaidCharge = ChargeFacts & {
  readonly status: 'paid';
  readonly reason: PaidReason | 'DUPLICATE' | null;
  readonly paidAttemptId: string;
  readonly paidAt: string;
};
export type ExistingCharge = PendingCharge | PaidCharge;
export type ChargeState = { readonly status: 'absent' } | ExistingCharge;

export const evolve = (state: ChargeState, event: ChargeEvent): ChargeState => {
  switch (event.type) {
    case 'ChargeCreated':
      return created(event.data);
    case 'AttemptRequested':
      return attemptRequested(existing(state), event.data);
    case 'AttemptOffered':
      return attemptOffered(existing(state), event.data);
    case 'AttemptFailed':
      return attemptEnded(existing(state), event.data, event.data.failedAt, {
        status: 'failed',
        reason: event.data.reason,
      });
    case 'AttemptExpired':
      return attemptEnded(existing(state), event.data, event.data.expiredAt, { status: 'expired' });
    case 'AttemptUnderpaid':
      return underpaid(existing(state), event.data);
    case 'ChargePaid':
      return paid(existing(state), event.data);
    case 'ChargePaidAgain':
      return paidAgain(existing(state), event.data);
    default:
      return assertNever(event);
  }
};

export const attemptOf = (state: ExistingCharge, attemptId: string): Attempt | undefined =>
  state.attempts.find(({ terms }) => terms.attemptId === attemptId);

/** Every event but the first presumes a charge; a history that says otherwise is corrupt, so stop. */
const existing = (state: ChargeState): ExistingCharge => {
  if (state.status === 'absent') throw new Error('Corrupt history: the charge was never created.');
  return state;
};

const created = ({ pricing, ...terms }: ChargeCreated['data']): PendingCharge => ({
  status: 'pending',
  isUnderpaid: false,
  terms,
  pricing,
  attempts: [],
  receipts: [],
  updatedAt: terms.createdAt,
});

const attemptRequested = (state: ExistingCharge, data: AttemptRequested['data']): ExistingCharge => {
  const { attemptId, paymentId, paymentMethod, grossAmountMinor, pricing, expiresAt, requestedAt } = data;
  const terms = { attemptId, paymentId, paymentMethod, grossAmountMinor, pricing, expiresAt, requestedAt };
  const updatedAt = requestedAt;
  const attempt: Attempt = { terms, situation: { status: 'requested' }, offer: null, isUnderpaid: false, updatedAt };
  return { ...state, attempts: [...state.attempts, attempt], updatedAt };
};

const attemptOffered = (state: ExistingCharge, data: AttemptOffered['data']): ExistingCharge => {
  const { invoiceId, pix, expiresAt, offeredAt } = data;
  return changeAttempt(state, data.attemptId, offeredAt, {
    situation: { status: 'offered' },
    offer: { invoiceId, pix, expiresAt },
  });
};

const attemptEnded = (
  state: ExistingCharge,
  { attemptId }: { readonly attemptId: string },
  at: string,
  situation: AttemptSituation,
): ExistingCharge => changeAttempt(state, attemptId, at, { situation });

const underpaid = (state: ExistingCharge, data: AttemptUnderpaid['data']): ExistingCharge => {
  if (state.status !== 'pending') throw new Error('Corrupt history: a paid charge was underpaid.');
  const charge = { ...state, isUnderpaid: true, receipts: withReceipt(state, data) };
  return changeAttempt(charge, data.attemptId, data.recordedAt, { isUnderpaid: true });
};

const paid = (state: ExistingCharge, data: ChargePaid['data']): PaidCharge => {
  const { attemptId, pricing, reason, receivedAt, recordedAt } = data;
  const charge = changeAttempt(state, attemptId, recordedAt, { situation: { status: 'paid', reason } });
  return {
    status: 'paid',
    reason,
    paidAttemptId: attemptId,
    paidAt: receivedAt,
    terms: charge.terms,
    pricing,
    attempts: charge.attempts,
    receipts: withReceipt(state, data),
    updatedAt: recordedAt,
  };
};

const paidAgain = (state: ExistingCharge, data: ChargePaidAgain['data']): PaidCharge => {
  if (state.status !== 'paid') throw new Error('Corrupt history: a charge was paid again before it was paid.');
  const { attemptId, recordedAt } = data;
  const charge: PaidCharge = { ...state, reason: 'DUPLICATE', receipts: withReceipt(state, data) };
  return changeAttempt(charge, attemptId, recordedAt, { situation: { status: 'paid', reason: 'DUPLICATE' } });
};

const withReceipt = (state: ExistingCharge, { paymentId, providerReference }: Receipt): readonly Receipt[] => [
  ...state.receipts,
  { paymentId, providerReference },
];

const changeAttempt = <S extends ExistingCharge>(
  state: S,
  attemptId: string,
  updatedAt: string,
  change: Partial<Pick<Attempt, 'situation' | 'offer' | 'isUnderpaid'>>,
): S => {
  if (!attemptOf(state, attemptId)) throw new Error(`Corrupt history: attempt ${attemptId} was never requested.`);
  const attempts = state.attempts.map((attempt) =>
    attempt.terms.attemptId === attemptId ? { ...attempt, ...change, updatedAt } : attempt,
  );
  return { ...state, attempts, updatedAt };
};
