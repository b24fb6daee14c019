import { hasPaid, heldPartsOf, isOpen, type Attempt, type ExistingCharge } from '../charge';
import type {
  ExpireAttempt,
  RecordAttemptCanceled,
  RecordAttemptFailure,
  RecordOffer,
  RecordProcessing,
  RecordReopened,
} from '../charge.commands';
import type { ChargeEvent } from '../charge.events';
import type { AttemptFailure } from '../charge.terms';
import { ofAttempt, ofCharge, whereAttempt, type Decision } from './naming';

/**
 * Money may be known before the answer to our own request is here; the answer's offer still belongs to the attempt. An
 * answer that comes a second time, or after the attempt has ended without money, changes nothing.
 */
export const recordOffer = (
  { attemptId, invoiceId, instructions, expiresAt, now }: RecordOffer['data'],
  state: ExistingCharge,
): Decision =>
  whereAttempt(state, attemptId, (attempt) => {
    if (attempt.offer || !(isOpen(attempt) || hasPaid(attempt))) return [];
    const { grossAmountMinor, fx } = attempt.terms;
    const offer = { invoiceId, instructions, expiresAt };
    const { currency } = state.terms;
    const data = { ...ofAttempt(attempt, state), ...offer, grossAmountMinor, fx, currency, offeredAt: now };
    return [{ type: 'AttemptOffered', data }];
  });

/** Also of an attempt that expired: a payer who began in time may still be on the way. */
export const recordProcessing = ({ attemptId, now }: RecordProcessing['data'], state: ExistingCharge): Decision =>
  whereAttempt(state, attemptId, (attempt) => {
    const { status } = attempt.situation;
    if (status !== 'requested' && status !== 'offered' && status !== 'expired') return [];
    const data = { ...ofAttempt(attempt, state), processingAt: now };
    const isNews = state.status === 'pending' || state.status === 'expired';
    return isNews
      ? [
          { type: 'AttemptProcessing', data },
          { type: 'ChargeProcessing', data },
        ]
      : status === 'expired'
        ? []
        : [{ type: 'AttemptProcessing', data }];
  });

export const recordReopened = ({ attemptId, now }: RecordReopened['data'], state: ExistingCharge): Decision =>
  whereAttempt(state, attemptId, (attempt) => {
    if (attempt.situation.status !== 'processing') return [];
    const reopened: ChargeEvent = { type: 'AttemptReopened', data: { ...ofAttempt(attempt, state), reopenedAt: now } };
    return [reopened, ...withoutAttempt(state, attempt, now)];
  });

export const recordAttemptFailure = (
  { attemptId, reason, declineCode = null, isRetryable = null, now }: RecordAttemptFailure['data'],
  state: ExistingCharge,
): Decision =>
  whereAttempt(state, attemptId, (attempt) => {
    if (!isOpen(attempt)) return [];
    const data = { ...ofAttempt(attempt, state), reason, declineCode, isRetryable, failedAt: now };
    return [{ type: 'AttemptFailed', data }, ...withoutAttempt(state, attempt, now, reason)];
  });

export const expireAttempt = ({ attemptId, now }: ExpireAttempt['data'], state: ExistingCharge): Decision =>
  whereAttempt(state, attemptId, (attempt) =>
    isOpen(attempt)
      ? [
          { type: 'AttemptExpired', data: { ...ofAttempt(attempt, state), expiredAt: now } },
          ...withoutAttempt(state, attempt, now),
        ]
      : [],
  );

/** The provider has canceled it: this confirms our cancellation, or the provider canceled by itself. */
export const recordAttemptCanceled = (
  { attemptId, now }: RecordAttemptCanceled['data'],
  state: ExistingCharge,
): Decision =>
  whereAttempt(state, attemptId, (attempt) => {
    const { situation } = attempt;
    const isUnconfirmed = situation.status === 'canceled' && !situation.isConfirmed;
    if (!isOpen(attempt) && !isUnconfirmed) return [];
    const canceled = canceledAttempt(attempt, state, now, true);
    return isUnconfirmed ? [canceled] : [canceled, ...withoutAttempt(state, attempt, now)];
  });

/** The attempts a charge cancels when it ends; the gateway consumes the ending and cancels them at their providers. */
export const cancelOpenAttempts = (state: ExistingCharge, now: string, exceptId?: string): readonly ChargeEvent[] =>
  state.attempts
    .filter((attempt) => isOpen(attempt) && attempt.terms.attemptId !== exceptId)
    .map((attempt) => canceledAttempt(attempt, state, now, false));

const canceledAttempt = (
  attempt: Attempt,
  state: ExistingCharge,
  canceledAt: string,
  isConfirmed: boolean,
): ChargeEvent => ({ type: 'AttemptCanceled', data: { ...ofAttempt(attempt, state), isConfirmed, canceledAt } });

/**
 * The effect on the charge when an attempt has failed. When nothing else is pending and no attempt is left to make, the
 * charge fails too; held money keeps it open, because the merchant may still accept that.
 */
export const withoutAttempt = (
  state: ExistingCharge,
  attempt: Attempt,
  now: string,
  failure?: AttemptFailure,
): readonly ChargeEvent[] => {
  if (state.status !== 'pending' && state.status !== 'processing') return [];
  const others = state.attempts.filter((other) => other !== attempt);
  const isExhausted = state.attempts.length >= state.terms.attemptsMax && !others.some(isOpen);
  if (failure && isExhausted && heldPartsOf(state).length === 0) {
    return [{ type: 'ChargeFailed', data: { ...ofCharge(state), reason: failure, failedAt: now } }];
  }
  const isProcessing = others.some(({ situation }) => situation.status === 'processing');
  if (state.status === 'pending' || isProcessing) return [];
  return [{ type: 'ChargeReopened', data: { ...ofAttempt(attempt, state), reopenedAt: now } }];
};
