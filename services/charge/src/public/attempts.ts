import { type EventData, type FxQuote } from '@repasse/contracts';
import { attemptOf, type Attempt, type ExistingCharge } from '../domain/charge';
import { type EventOf } from '../domain/charge.events';

/** The attempt that an event is about: without it, the fold of the event has thrown. */
export const attemptIn = (state: ExistingCharge, attemptId: string): Attempt => {
  const attempt = attemptOf(state, attemptId);
  if (!attempt) throw new Error(`The charge has no attempt ${attemptId}.`);
  return attempt;
};

/** Data is copied field by field: a field the domain gains must not slip into a closed public schema. */
export const named = (state: ExistingCharge, { attemptId }: { readonly attemptId: string }) => {
  const { paymentId, paymentMethod } = attemptIn(state, attemptId).terms;
  const { chargeId, userId } = state.terms;
  return { chargeId, attemptId, userId, paymentId, paymentMethod };
};

export const installmentsOf = (state: ExistingCharge, { attemptId }: { readonly attemptId: string }): number =>
  attemptIn(state, attemptId).terms.installments;

export const attemptOffered = (
  { at, data }: EventOf<'AttemptOffered'>,
  state: ExistingCharge,
): EventData['repasse.attempt.offered.v1'] => {
  const { grossAmountMinor, fx } = attemptIn(state, data.attemptId).terms;
  return {
    ...named(state, data),
    invoiceId: data.invoiceId,
    grossAmountMinor,
    currency: state.terms.currency,
    expiresAt: data.expiresAt,
    offeredAt: at,
    ...(fx && { fx: fxOf(fx) }),
  };
};

export const attemptFailed = (
  { at, data }: EventOf<'AttemptFailed'>,
  state: ExistingCharge,
): EventData['repasse.attempt.failed.v1'] => ({
  ...named(state, data),
  reason: data.reason,
  failedAt: at,
  ...(data.declineCode !== null && { declineCode: data.declineCode }),
  ...(data.isRetryable !== null && { isRetryable: data.isRetryable }),
});

/** In how many parts its card is to pay: nothing else tells that before it has paid. */
export const chargeProcessing = (
  { at, data }: EventOf<'ChargeProcessing'>,
  state: ExistingCharge,
): EventData['repasse.charge.processing.v1'] => {
  const installments = installmentsOf(state, data);
  return { ...named(state, data), processingAt: at, ...(installments > 1 && { installments }) };
};

const fxOf = ({ targetCurrency, finalAmountMinor, rate, spreadBps, source, quotedAt }: FxQuote) => ({
  targetCurrency,
  finalAmountMinor,
  rate,
  spreadBps,
  source,
  quotedAt,
});
