import { hasPaid, heldPartsOf, isExhausted, isOpen, type Attempt, type ExistingCharge } from '../charge';
import {
  type ExpireAttempt,
  type RecordAttemptCanceled,
  type RecordAttemptFailure,
  type RecordOffer,
  type RecordProcessing,
  type RecordReopened,
} from '../charge.commands';
import { type UndatedChargeEvent } from '../charge.events';
import { type AttemptFailure, type Decline } from '../charge.terms';
import { whereAttempt, type Decision } from './decision';

/**
 * Money may be known before the answer to our own request is here; the answer's offer still belongs to the attempt. An
 * answer that comes a second time, or after the attempt has ended without money, changes nothing. Only instructions that a
 * restore had lost are news.
 */
export const recordOffer = (
  { attemptId, invoiceId, instructions, expiresAt }: RecordOffer['data'],
  state: ExistingCharge,
): Decision =>
  whereAttempt(state, attemptId, (attempt) => {
    if (attempt.offer) {
      const isLost = attempt.offer.instructions === null && instructions !== null;
      return isLost ? [{ type: 'AttemptInstructed', data: { attemptId, instructions } }] : [];
    }
    if (!(isOpen(attempt) || hasPaid(attempt))) return [];
    return [{ type: 'AttemptOffered', data: { attemptId, invoiceId, instructions, expiresAt } }];
  });

/** Also of an attempt that expired: a payer who began in time may still be on the way. */
export const recordProcessing = ({ attemptId }: RecordProcessing['data'], state: ExistingCharge): Decision =>
  whereAttempt(state, attemptId, (attempt) => {
    const { status } = attempt.situation;
    if (status !== 'requested' && status !== 'offered' && status !== 'expired') return [];
    const isNews = state.status === 'pending' || state.status === 'expired';
    return isNews
      ? [
          { type: 'AttemptProcessing', data: { attemptId } },
          { type: 'ChargeProcessing', data: { attemptId } },
        ]
      : status === 'expired'
        ? []
        : [{ type: 'AttemptProcessing', data: { attemptId } }];
  });

export const recordReopened = ({ attemptId }: RecordReopened['data'], state: ExistingCharge): Decision =>
  whereAttempt(state, attemptId, (attempt) => {
    if (attempt.situation.status !== 'processing') return [];
    return [{ type: 'AttemptReopened', data: { attemptId } }, ...withoutAttempt(state, attempt)];
  });

export const recordAttemptFailure = (
  { attemptId, reason, declineCode = null, isRetryable = null }: RecordAttemptFailure['data'],
  state: ExistingCharge,
): Decision =>
  whereAttempt(state, attemptId, (attempt) => {
    if (!isOpen(attempt)) return [];
    const failed: UndatedChargeEvent = { type: 'AttemptFailed', data: { attemptId, reason, declineCode, isRetryable } };
    return [failed, ...withoutAttempt(state, attempt, { reason, declineCode, isRetryable })];
  });

/** Also of an attempt whose cancellation was only asked for: its provider says that it had expired before that. */
export const expireAttempt = ({ attemptId }: ExpireAttempt['data'], state: ExistingCharge): Decision =>
  whereAttempt(state, attemptId, (attempt) => {
    const expired: UndatedChargeEvent = { type: 'AttemptExpired', data: { attemptId } };
    if (isUnconfirmed(attempt)) return [expired];
    return isOpen(attempt) ? [expired, ...withoutAttempt(state, attempt)] : [];
  });

/** The provider has canceled it: this confirms our cancellation, or the provider canceled by itself. */
export const recordAttemptCanceled = ({ attemptId }: RecordAttemptCanceled['data'], state: ExistingCharge): Decision =>
  whereAttempt(state, attemptId, (attempt) => {
    if (!isOpen(attempt) && !isUnconfirmed(attempt)) return [];
    const canceled = canceledAttempt(attempt, true);
    return isUnconfirmed(attempt) ? [canceled] : [canceled, ...withoutAttempt(state, attempt)];
  });

/** It is to be canceled, and its provider has not said so yet. */
const isUnconfirmed = ({ situation }: Attempt): boolean => situation.status === 'canceled' && !situation.isConfirmed;

/** The attempts a charge cancels when it ends; the gateway consumes the ending and cancels them at their providers. */
export const cancelOpenAttempts = (state: ExistingCharge, exceptId?: string): readonly UndatedChargeEvent[] =>
  state.attempts
    .filter((attempt) => isOpen(attempt) && attempt.terms.attemptId !== exceptId)
    .map((attempt) => canceledAttempt(attempt, false));

const canceledAttempt = ({ terms: { attemptId } }: Attempt, isConfirmed: boolean): UndatedChargeEvent => ({
  type: 'AttemptCanceled',
  data: { attemptId, isConfirmed },
});

/**
 * The effect on the charge when an attempt has failed. When nothing else is pending and no attempt is left to make, the
 * charge fails too; held money keeps it open, because the merchant may still accept that.
 */
export const withoutAttempt = (
  state: ExistingCharge,
  attempt: Attempt,
  failure?: { readonly reason: AttemptFailure } & Decline,
): readonly UndatedChargeEvent[] => {
  if (state.status !== 'pending' && state.status !== 'processing') return [];
  const others = state.attempts.filter((other) => other !== attempt);
  if (failure && heldPartsOf(state).length === 0 && !others.some(isOpen)) {
    const failed: Attempt = { ...attempt, situation: { status: 'failed', ...failure } };
    if (isExhausted({ ...state, attempts: [...others, failed] })) {
      return [{ type: 'ChargeFailed', data: { reason: failure.reason } }];
    }
  }
  const isProcessing = others.some(({ situation }) => situation.status === 'processing');
  if (state.status === 'pending' || isProcessing) return [];
  return [{ type: 'ChargeReopened', data: { attemptId: attempt.terms.attemptId } }];
};
