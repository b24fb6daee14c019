import { ProblemError } from '@repasse/chassis/http/problem';
import type { ExistingCharge } from '../domain/charge';
import type { Decline } from '../domain/charge.terms';
import { statusAt } from '../domain/expiry';

/** A decline, with its reason and the next step. The page has its own texts for payers; these are for integrators. */
export const cardDeclined = (
  charge: ExistingCharge,
  now: string,
  attemptId: string,
  decline: Decline,
): ProblemError => {
  const { declineCode, isRetryable } = decline;
  const canGoOn = statusAt(charge, now) === 'pending' && charge.attempts.length < charge.terms.attemptsMax;
  const retryable = isRetryable === true && canGoOn;
  const reason = reasons[declineCode ?? ''] ?? 'The card was declined.';
  return new ProblemError({
    status: 402,
    code: 'charge.card_declined',
    detail: `${reason} ${canGoOn ? goOn(retryable, canPayByPix(charge)) : 'The charge cannot be paid any more.'}`,
    extra: {
      declineCode: declineCode ?? 'declined',
      retryable,
      allowedActions: canGoOn
        ? [
            ...(retryable ? ['retry_same_card'] : []),
            'use_another_card',
            ...(canPayByPix(charge) ? ['pay_by_pix'] : []),
          ]
        : [],
      chargeId: charge.terms.chargeId,
      attemptId,
      currentStatus: statusOf(charge, now),
    },
  });
};

/** The card was not charged, and not because of the card. */
export const cardNotCharged = (
  charge: ExistingCharge,
  now: string,
  attemptId: string,
  isAway: boolean,
): ProblemError => {
  const { chargeId } = charge.terms;
  const ended = `Attempt ${attemptId} has ended without charging the card; charge ${chargeId} can still be paid.`;
  return new ProblemError({
    status: isAway ? 503 : 502,
    code: isAway ? 'provider.unavailable' : 'provider.rejected',
    detail: isAway
      ? `The acquirer is not available. ${ended} Try again in a moment, or by another method.`
      : `The acquirer refused the payment. ${ended} Use another method.`,
    ...(isAway && { headers: { 'Retry-After': '5' } }),
    extra: { chargeId, attemptId, retryable: isAway, currentStatus: statusOf(charge, now) },
  });
};

/** It ends its charge, so trying again is another charge under another key. */
export const savedCardDeclined = (
  charge: ExistingCharge,
  now: string,
  attemptId: string,
  decline: Decline,
): ProblemError => {
  const retryable = decline.isRetryable === true;
  const next = retryable ? 'The card may be tried again by a charge with another key.' : 'Do not try this card again.';
  return new ProblemError({
    status: 402,
    code: 'payment.card_declined',
    detail: `The saved card was declined, and no money moved. ${next}`,
    extra: {
      declineCode: decline.declineCode ?? 'declined',
      retryable,
      allowedActions: [...(retryable ? ['retry_same_card'] : []), 'use_another_card'],
      chargeId: charge.terms.chargeId,
      attemptId,
      currentStatus: statusOf(charge, now),
    },
  });
};

/** The saved card was not charged, and not because of the card. */
export const savedCardNotCharged = (charge: ExistingCharge, now: string, attemptId: string): ProblemError =>
  new ProblemError({
    status: 502,
    code: 'provider.rejected',
    detail: 'The acquirer did not take the payment, and the card was not charged. Try again under another key.',
    extra: { chargeId: charge.terms.chargeId, attemptId, retryable: false, currentStatus: statusOf(charge, now) },
  });

const statusOf = (charge: ExistingCharge, now: string): string => statusAt(charge, now).toUpperCase();

const canPayByPix = ({ terms: { methods } }: ExistingCharge): boolean => methods?.includes('PIX') ?? true;

const goOn = (retryable: boolean, canPayByPix: boolean): string => {
  const other = canPayByPix ? 'another card, or pay by PIX' : 'another card';
  return retryable
    ? `No money moved. Try the same card again, or ${other}.`
    : `No money moved. Do not try this card again: use ${other}.`;
};

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
