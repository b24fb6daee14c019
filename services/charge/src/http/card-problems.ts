import { ProblemError } from '@repasse/chassis/http/problem';
import { declineTexts, judgeDecline, type JudgedDecline } from '@repasse/checkout-kit/both-sides/decline';
import { textsFor } from '@repasse/checkout-kit/both-sides/texts';
import { isExhausted, type Attempt, type ExistingCharge } from '../domain/charge';
import { type Decline } from '../domain/charge.terms';
import { statusAt } from '../domain/expiry';

/** Problems are in English. */
const texts = textsFor('en');

/** A decline as the page tells it to its payer, for integrators. */
export const cardDeclined = (
  charge: ExistingCharge,
  now: string,
  attemptId: string,
  decline: Decline,
): ProblemError => {
  const canGoOn = canBeTriedAgain(charge, now);
  const judged = judgeDecline(decline, { canGoOn, canPayByPix: canPayByPix(charge) });
  const { reason, advice } = declineTexts(texts, judged);
  return new ProblemError({
    status: 402,
    code: 'charge.card_declined',
    detail: `${reason} ${advice}`,
    extra: {
      ...membersOf(decline, judged),
      chargeId: charge.terms.chargeId,
      attemptId,
      currentStatus: statusOf(charge, now),
    },
  });
};

/** The code as it was recorded, also one that this release has no text for. */
const membersOf = ({ declineCode }: Decline, { code, mayTryAgain, actions }: JudgedDecline) => ({
  declineCode: declineCode ?? code,
  retryable: mayTryAgain,
  allowedActions: actions,
});

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
  // The charge has ended with its only try; the card may be tried by another charge.
  const judged = judgeDecline(decline, { canGoOn: true, canPayByPix: false });
  const next = judged.mayTryAgain
    ? 'The card may be tried again by a charge with another key.'
    : 'Do not try this card again.';
  return new ProblemError({
    status: 402,
    code: 'payment.card_declined',
    detail: `${declineTexts(texts, judged).reason} No money moved. ${next}`,
    extra: {
      ...membersOf(decline, judged),
      chargeId: charge.terms.chargeId,
      attemptId,
      currentStatus: statusOf(charge, now),
    },
  });
};

/**
 * The saved card was not charged, and not because of the card. The charge waits: the same request may be repeated where
 * its key leads back to it, and its payer may pay at the checkout.
 */
export const savedCardNotCharged = (
  charge: ExistingCharge,
  now: string,
  { terms: { attemptId }, situation }: Attempt,
  { hasKey, isRefused }: { readonly hasKey: boolean; readonly isRefused: boolean },
): ProblemError => {
  const { chargeId } = charge.terms;
  const canGoOn = !isRefused && canBeTriedAgain(charge, now);
  const repeat = hasKey ? 'Repeat the request with the same Idempotency-Key' : 'Do not repeat the request';
  const next = canGoOn
    ? `${repeat}, or send the payer to checkout_url of payment ${chargeId}.`
    : 'Make another payment.';
  const declineCode = situation.status === 'failed' ? situation.declineCode : null;
  return new ProblemError({
    status: canGoOn ? 503 : 502,
    code: canGoOn ? 'provider.unavailable' : 'provider.rejected',
    detail: `The card was not charged, because its acquirer or issuer does not answer. ${next}`,
    ...(canGoOn && { headers: { 'Retry-After': '5' } }),
    extra: {
      chargeId,
      attemptId,
      ...(declineCode !== null && { declineCode }),
      retryable: canGoOn && hasKey,
      currentStatus: statusOf(charge, now),
    },
  });
};

const canBeTriedAgain = (charge: ExistingCharge, now: string): boolean =>
  statusAt(charge, now) === 'pending' && !isExhausted(charge);

const statusOf = (charge: ExistingCharge, now: string): string => statusAt(charge, now).toUpperCase();

const canPayByPix = ({ terms: { methods } }: ExistingCharge): boolean => methods?.includes('PIX') ?? true;
