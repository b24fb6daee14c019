import { declineCodes, type DeclineCode, type Texts } from './text-shape.ts';
import { filled } from './texts.ts';

/** A card's decline as the acquirer's table judges it; nulls where it says nothing. */
export interface Decline {
  readonly declineCode: string | null;
  readonly isRetryable: boolean | null;
}

/** The methods left to pay with. Another card is one of them while there is any. */
export interface WaysLeft {
  /** Whether the charge can still be paid. */
  readonly canGoOn: boolean;
  readonly canPayByPix: boolean;
}

type DeclineAction = 'retry_same_card' | 'use_another_card' | 'pay_by_pix';

/** The one judgement of a decline: page, problems and texts follow it. */
export interface JudgedDecline {
  readonly code: DeclineCode;
  /** Only where the acquirer's table says so: schemes fine repeats that are not allowed. */
  readonly mayTryAgain: boolean;
  readonly actions: readonly DeclineAction[];
}

export const judgeDecline = (
  { declineCode, isRetryable }: Decline,
  { canGoOn, canPayByPix }: WaysLeft,
): JudgedDecline => {
  const mayTryAgain = canGoOn && isRetryable === true;
  const actions: readonly DeclineAction[] = [
    ...(mayTryAgain ? (['retry_same_card'] as const) : []),
    'use_another_card',
    ...(canPayByPix ? (['pay_by_pix'] as const) : []),
  ];
  return { code: knownCode(declineCode), mayTryAgain, actions: canGoOn ? actions : [] };
};

/** Why it was declined, and how to go on. The two never contradict one another: the first is the fact alone. */
export const declineTexts = (
  { declined }: Texts,
  { code, actions }: JudgedDecline,
): { readonly reason: string; readonly advice: string } => ({
  reason: declined.reasons[code],
  advice: `${declined.nothingCharged} ${filled(adviceOf(declined, actions), { before: declined.before[code] })}`,
});

const adviceOf = (declined: Texts['declined'], actions: readonly DeclineAction[]): string => {
  if (actions.length === 0) return declined.over;
  const hasPix = actions.includes('pay_by_pix');
  if (actions.includes('retry_same_card')) return hasPix ? declined.again : declined.againByCard;
  return hasPix ? declined.never : declined.neverByCard;
};

/** A code of a later release is told by the general text. */
const knownCode = (code: string | null): DeclineCode => declineCodes.find((known) => known === code) ?? 'declined';
