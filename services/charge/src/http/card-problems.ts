import { ProblemError } from '@repasse/chassis/http/problem';
import { attemptsMax, type ExistingCharge } from '../domain/charge';
import type { Decline } from '../domain/charge.terms';

/** A decline, with why and what to do. The words for a payer are the page's; these are for whoever builds one. */
export const cardDeclined = (charge: ExistingCharge, attemptId: string, decline: Decline): ProblemError => {
  const { declineCode, isRetryable } = decline;
  const canGoOn = charge.status === 'pending' && charge.attempts.length < attemptsMax;
  const retryable = isRetryable === true && canGoOn;
  const reason = reasons[declineCode ?? ''] ?? 'The card was declined.';
  return new ProblemError({
    status: 402,
    code: 'charge.card_declined',
    detail: `${reason} ${canGoOn ? goOn(retryable) : 'The charge cannot be paid any more.'}`,
    extra: {
      declineCode: declineCode ?? 'declined',
      retryable,
      allowedActions: canGoOn ? [...(retryable ? ['retry_same_card'] : []), 'use_another_card', 'pay_by_pix'] : [],
      chargeId: charge.terms.chargeId,
      attemptId,
      currentStatus: statusOf(charge),
    },
  });
};

/** The card was not charged, and not because of the card. */
export const cardNotCharged = (charge: ExistingCharge, attemptId: string, isAway: boolean): ProblemError => {
  const { chargeId } = charge.terms;
  const ended = `Attempt ${attemptId} has ended without charging the card; charge ${chargeId} can still be paid.`;
  return new ProblemError({
    status: isAway ? 503 : 502,
    code: isAway ? 'provider.unavailable' : 'provider.rejected',
    detail: isAway
      ? `The acquirer is not available. ${ended} Try again in a moment, or by another method.`
      : `The acquirer refused the payment. ${ended} Use another method.`,
    ...(isAway && { headers: { 'Retry-After': '5' } }),
    extra: { chargeId, attemptId, retryable: isAway, currentStatus: statusOf(charge) },
  });
};

const statusOf = ({ status }: ExistingCharge): string => status.toUpperCase();

const goOn = (retryable: boolean): string =>
  retryable
    ? 'No money moved. Try the same card again, another card, or pay by PIX.'
    : 'No money moved. Do not try this card again: use another card or pay by PIX.';

const reasons: Readonly<Record<string, string>> = {
  insufficient_funds: 'The card has too little limit left for this amount.',
  card_expired: 'The card has expired.',
  card_blocked: 'The card is blocked.',
  card_canceled: 'The card was canceled.',
  invalid_card: 'The card is not valid.',
  invalid_security_code: 'The security code is wrong.',
  limit_exceeded: 'The card has reached a limit.',
  suspected_fraud: 'The issuer does not trust the payment.',
  issuer_unavailable: "The card's issuer does not answer.",
  not_permitted: 'The card may not be used for this kind of payment.',
};
