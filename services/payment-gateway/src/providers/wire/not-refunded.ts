import { type RefundOutcome } from '../provider';
import { type NoAnswer, type Refusal } from './ask';

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
