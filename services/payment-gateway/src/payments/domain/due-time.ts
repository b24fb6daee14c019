import { expiryGraceMs } from './payment.decide';
import { cancelRequestOf, type KnownPayment, type PaymentState, type PaymentStatus } from './payment';
import { type Refund } from '../../refunds/domain/refund';
import { askedByCallerMs } from '../../refunds/domain/refundable';

/** An offer is made within a request and takes at most 8 s; only an offer cut off by a crash is still open by then. */
const afterRequestMs = 20_000;
/** A bank that kept silent is asked again soon: a payer waits for the code. */
const afterUnknownMs = 5_000;
/** Most payers pay within a minute, and a lost callback must not leave them in front of a waiting page for long. */
const afterOfferMs = 15_000;
const secondMs = 1_000;
const minuteMs = 60 * secondMs;
/** Open payments pile up, and each is asked about as long as it lives: a shorter pause would flood the bank. */
const openPauseMsMax = 120 * minuteMs;
/** A payer waits in front of a page that says "processing", and such payments are few. */
const doubtPauseMsMax = minuteMs;
/**
 * A card is sent once, and the acquirer answers within 30 s. When it knows nothing of the card this long after the asking,
 * nothing was charged, and the payer may pay by another one.
 */
export const cardNotMadeAfterMs = 60 * secondMs;
/** Its payer can do nothing else meanwhile, so the sale is looked up every few seconds. */
const cardDoubtPauseMsMax = 15 * secondMs;
/** A sale that shows up later all the same is money for nothing: it is looked for three more times. */
const afterUnseenCardMs = 10 * minuteMs;
const unseenCardLooksMax = 3;
/** A payer might pay a payment that is to be canceled. */
const cancelPauseMsMax = 5 * minuteMs;
/** A payer who has sent too little sends the rest within minutes, or after the merchant has written to them. */
const partialPauseMsMax = 6 * 60 * minuteMs;
/** Refunds take hours or days at some providers. */
const refundPauseMsMax = 30 * minuteMs;

/** How soon after coming into a state; null for never. */
const firstPauseMs: Readonly<Record<PaymentStatus, number | null>> = {
  absent: null,
  requested: afterRequestMs,
  unknown: afterUnknownMs,
  offered: afterOfferMs,
  confirming: afterUnknownMs,
  partially_received: afterOfferMs,
  received: null,
  expired: null,
  canceled: null,
  failed: null,
};

/** When the provider is to be asked about a payment that has just come into this state; null for never again. */
export const dueAfter = (state: PaymentState, now: string): string | null => {
  if (cancelRequestOf(state) !== null) return now;
  if (state.status === 'received') return dueForRefunds(state.refunds, now);
  if (isUnseenCard(state)) return later(now, afterUnseenCardMs);
  if (state.status === 'canceled' && state.isOfferOpen) return later(now, afterUnknownMs);
  const pauseMs = firstPauseMs[state.status];
  return pauseMs === null ? null : later(now, pauseMs);
};

/**
 * The reconciler requests a surplus refund at once. The request itself asks for other refunds, and may die meanwhile.
 */
const dueForRefunds = (refunds: readonly Refund[], now: string): string | null => {
  const pending = refunds.filter((each) => each.status === 'pending');
  if (pending.length === 0) return null;
  const isOurs = pending.some(({ purpose, providerReference }) => purpose === 'SURPLUS' && providerReference === null);
  return isOurs ? now : later(now, askedByCallerMs);
};

/** A card that was sent, and of which the acquirer has shown no sale: it failed by our own judgement. */
const isUnseenCard = (state: PaymentState): boolean =>
  state.status === 'failed' && state.terms.card !== null && state.reason === 'PROVIDER_ERROR' && state.offer === null;

/** A card whose outcome is not known yet. */
const isCardInDoubt = (state: KnownPayment): boolean =>
  (state.status === 'requested' || state.status === 'unknown') && state.terms.card !== null;

/**
 * When to ask again after `askedCount` tries in vain: each pause is twice the last. A pause never goes beyond the end
 * of the payment, because it must expire then. Null for never again.
 */
export const dueAgain = (state: KnownPayment, o: { now: string; askedCount: number }): string | null => {
  if (isUnseenCard(state)) return o.askedCount < unseenCardLooksMax ? later(o.now, afterUnseenCardMs) : null;
  const maxMs = longestPauseMs(state);
  const pauseMs = Math.min(maxMs, afterUnknownMs * 2 ** Math.min(o.askedCount, 20));
  const nextMs = Date.parse(o.now) + pauseMs;
  const closingMs = Date.parse(state.terms.expiresAt) + expiryGraceMs;
  return new Date(closingMs > Date.parse(o.now) ? Math.min(nextMs, closingMs) : nextMs).toISOString();
};

const longestPauseMs = (state: KnownPayment): number => {
  if (cancelRequestOf(state) !== null) return cancelPauseMsMax;
  return isCardInDoubt(state) ? cardDoubtPauseMsMax : pauseMsMax[state.status];
};

const pauseMsMax: Readonly<Record<KnownPayment['status'], number>> = {
  requested: doubtPauseMsMax,
  unknown: doubtPauseMsMax,
  offered: openPauseMsMax,
  confirming: doubtPauseMsMax,
  partially_received: partialPauseMsMax,
  received: refundPauseMsMax,
  expired: openPauseMsMax,
  canceled: cancelPauseMsMax,
  failed: openPauseMsMax,
};

const later = (now: string, ms: number): string => new Date(Date.parse(now) + ms).toISOString();
