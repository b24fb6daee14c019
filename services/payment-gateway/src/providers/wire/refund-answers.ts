import { type RefundInspection, type RefundOutcome } from '../provider';
import { type NoAnswer, type Refusal } from './ask';
import { type Lookup, missingOrSilent } from './lookup';

/** A refund as its provider shows it. */
export type ShownRefund =
  | { readonly outcome: 'settled'; readonly providerReference: string; readonly settledAt: string }
  | { readonly outcome: 'pending'; readonly providerReference: string }
  | { readonly outcome: 'failed'; readonly detail: string };

/** The state of a refund that was looked for. */
export const refundInspection = (found: Lookup<ShownRefund>): RefundInspection => {
  if (found.outcome !== 'found') return missingOrSilent(found);
  return found.value.outcome === 'pending' ? { outcome: 'pending' } : found.value;
};

/** The outcome of a refund that was requested. One that is not shown is unknown: it may be under way. */
export const refundOutcome = (found: Lookup<ShownRefund>): RefundOutcome => {
  if (found.outcome === 'found') {
    return found.value.outcome === 'failed' ? { ...found.value, outcome: 'refused' } : found.value;
  }
  const isTimeout = found.outcome === 'silent' && found.isTimeout;
  return { outcome: 'unknown', isTimeout, detail: 'detail' in found ? found.detail : 'The refund is not there.' };
};

/** The outcome of a request for a refund that did not show it. Silence leaves open whether the refund was made. */
export const notRefunded = (answer: Refusal | NoAnswer, missing: string): Unrefunded => {
  switch (answer.outcome) {
    case 'refused':
      return { outcome: 'refused', detail: answer.detail };
    case 'missing':
      return { outcome: 'refused', detail: missing };
    case 'unavailable':
      return { outcome: 'unavailable', detail: answer.detail };
    case 'silent':
      return { ...answer, outcome: 'unknown' };
  }
};

export type Unrefunded = Extract<RefundOutcome, { outcome: 'refused' | 'unavailable' | 'unknown' }>;
