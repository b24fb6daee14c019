import { sumMinor } from '@repasse/values/money';
import {
  attemptsInAllLimit,
  type AttemptFailure,
  type AttemptTerms,
  type ChargeTerms,
  type Decline,
  type Offer,
  type PaidReason,
  type Receipt,
  type SurplusReason,
} from './charge.terms';
import { methodRows } from './methods';
import { type Pricing } from './pricing';

/**
 * The situation of an attempt. `requested` is between our request to the provider and its answer: a crash can leave an
 * attempt there, and the janitor finishes it.
 */
export type AttemptSituation =
  | { readonly status: 'requested' | 'offered' | 'processing' | 'expired' | 'refunded' }
  | { readonly status: 'canceled'; readonly isConfirmed: boolean }
  | ({ readonly status: 'failed'; readonly reason: AttemptFailure | 'UNDERPAID' } & Decline)
  | { readonly status: 'paid'; readonly reason: SurplusReason | null };

export interface Attempt {
  readonly terms: AttemptTerms;
  readonly situation: AttemptSituation;
  /** Kept in every outcome of the attempt, once the provider has answered. */
  readonly offer: Offer | null;
  readonly requestedAt: string;
  readonly updatedAt: string;
}

/** The handling of money beside the charge. Only `held` waits for a decision. */
export type SurplusStanding =
  | { readonly standing: 'held' | 'accepted' | 'applied' }
  | { readonly standing: 'refunding' | 'refunded'; readonly refundId: string };

export type Surplus = Receipt & {
  readonly attemptId: string;
  readonly invoiceId: number;
  readonly amountMinor: number;
  readonly reason: SurplusReason;
  readonly receivedAt: string;
  readonly recordedAt: string;
  /** The person or API key that decided about it while it was held. */
  readonly resolvedBy?: string | undefined;
} & SurplusStanding;

/** One payment's part of the amount the charge is booked with. */
export interface Booking {
  readonly paymentId: string;
  readonly attemptId: string;
  readonly amountMinor: number;
}

export interface Refund {
  readonly refundId: string;
  readonly paymentId: string;
  readonly amountMinor: number;
}

export interface Dispute {
  readonly disputeId: string;
  readonly paymentId: string;
  /** Null of disputes recorded before amounts were: such a one counts as of the whole payment. */
  readonly amountMinor: number | null;
  readonly standing: 'open' | 'won' | 'lost';
}

interface ChargeFacts {
  readonly terms: ChargeTerms;
  /** By the default fee or the first attempt's, until a payment decides. */
  readonly pricing: Pricing;
  readonly attempts: readonly Attempt[];
  readonly receipts: readonly (Receipt & { readonly amountMinor: number })[];
  readonly surpluses: readonly Surplus[];
  readonly bookings: readonly Booking[];
  /** Of booked money; refunds of a surplus are kept with the surplus. */
  readonly refunds: readonly Refund[];
  readonly disputes: readonly Dispute[];
  readonly createdAt: string;
  readonly updatedAt: string;
}

export type OpenCharge = ChargeFacts & { readonly status: 'pending' | 'processing' };
export type EndedCharge = ChargeFacts & { readonly status: 'expired' | 'canceled' };
export type FailedCharge = ChargeFacts & { readonly status: 'failed'; readonly reason: AttemptFailure };
export type PaidCharge = ChargeFacts & {
  readonly status: 'paid' | 'refunded';
  readonly reason: PaidReason | null;
  readonly bookedAmountMinor: number;
  readonly paidAttemptId: string;
  /** The receipt that paid it, in the provider's words. */
  readonly paidReference: string;
  readonly paidAt: string;
};
export type ExistingCharge = OpenCharge | EndedCharge | FailedCharge | PaidCharge;
export type ChargeState = { readonly status: 'absent' } | ExistingCharge;

export const attemptOf = (state: ExistingCharge, attemptId: string): Attempt | undefined =>
  state.attempts.find(({ terms }) => terms.attemptId === attemptId);

/** An attempt that was made. */
export const existingAttempt = (state: ExistingCharge, attemptId: string): Attempt => {
  const attempt = attemptOf(state, attemptId);
  if (!attempt) throw new Error(`Attempt ${attemptId} was requested and is not there.`);
  return attempt;
};

/** Whether the attempt may still come to something by itself; money is taken from any attempt. */
export const isOpen = ({ situation: { status } }: Attempt): boolean =>
  status === 'requested' || status === 'offered' || status === 'processing';

/** Whether a restore has lost the payer's instructions: they are in no event, and the gateway has them. */
export const lacksInstructions = ({ offer }: Attempt): boolean => offer !== null && offer.instructions === null;

export const settlesAtOnce = ({ terms }: Attempt): boolean => methodRows[terms.paymentMethod].settlesAtOnce;

/**
 * Whether the gateway's answer is awaited: to the request, for lost instructions, and of a card, which is charged by the
 * asking, until its outcome is certain.
 */
export const isAwaited = (attempt: Attempt): boolean =>
  lacksInstructions(attempt) || (settlesAtOnce(attempt) ? isOpen(attempt) : attempt.situation.status === 'requested');

/** A failure that says nothing about the payer: the provider was in trouble, or the card's issuer did not answer. */
const isTechnical = (failure: { readonly reason: string; readonly declineCode: string | null }): boolean =>
  failure.reason === 'PROVIDER_ERROR' || failure.declineCode === 'issuer_unavailable';

/** Whether an attempt ended by a technical failure, and so used up no try of the payer. */
export const hasFailedTechnically = ({ situation }: Attempt): boolean =>
  situation.status === 'failed' && isTechnical(situation);

/** Whether no further attempt can be made. */
export const isExhausted = ({ attempts, terms }: Pick<ExistingCharge, 'attempts' | 'terms'>): boolean =>
  attempts.filter((attempt) => !hasFailedTechnically(attempt)).length >= terms.attemptsMax ||
  attempts.length >= attemptsInAllLimit;

/**
 * The PIX transfer by which an attempt was paid, in the words of the banks: of several, the one that paid the charge, else
 * the first. Null while nothing has come, and of other methods.
 */
export const endToEndIdOf = (state: ExistingCharge, { terms }: Attempt): string | null => {
  if (!methodRows[terms.paymentMethod].hasEndToEndId) return null;
  if (isPaidCharge(state) && state.paidAttemptId === terms.attemptId) return state.paidReference;
  return state.receipts.find(({ paymentId }) => paymentId === terms.paymentId)?.providerReference ?? null;
};

/** Whether money came by it, whatever became of that money afterwards. */
export const hasPaid = ({ situation: { status } }: Attempt): boolean => status === 'paid' || status === 'refunded';

/** A method that settles at once is charged from the request on, so nothing else may be tried beside it. */
export const isInProgress = (state: ExistingCharge): boolean =>
  state.attempts.some(
    (attempt) => attempt.situation.status === 'processing' || (settlesAtOnce(attempt) && isOpen(attempt)),
  );

export const isPaidCharge = (state: ExistingCharge): state is PaidCharge =>
  state.status === 'paid' || state.status === 'refunded';

export const heldOf = (state: ExistingCharge): readonly Surplus[] =>
  state.surpluses.filter(({ standing }) => standing === 'held');

/** Payments that were too small and wait to be completed. */
export const heldPartsOf = (state: ExistingCharge): readonly Surplus[] =>
  heldOf(state).filter(({ reason }) => reason === 'UNDERPAID');

/** The amount of the next attempt. */
export const remainderOf = (state: ExistingCharge): number =>
  state.terms.grossAmountMinor - totalOf(heldPartsOf(state));

/** Whether the payer's bank may still take money of this payment. */
export const isDisputed = ({ disputes }: ExistingCharge, paymentId: string): boolean =>
  disputes.some((dispute) => dispute.paymentId === paymentId && dispute.standing === 'open');

/** The refundable part of the payment that paid the charge: neither given back, nor disputed, nor lost in a dispute. */
export const refundableOf = (charge: PaidCharge): number => {
  const paymentId = attemptOf(charge, charge.paidAttemptId)?.terms.paymentId;
  const ofPayment = <T extends { readonly paymentId: string }>(parts: readonly T[]): readonly T[] =>
    parts.filter((part) => part.paymentId === paymentId);
  const surpluses = ofPayment(charge.surpluses).filter(
    ({ standing }) => standing === 'held' || standing === 'accepted',
  );
  const disputes = ofPayment(charge.disputes).filter(({ standing }) => standing !== 'won');
  if (disputes.some(({ amountMinor }) => amountMinor === null)) return 0;
  const disputedMinor = sumMinor(disputes.map(({ amountMinor }) => amountMinor ?? 0));
  const keptMinor = totalOf(ofPayment(charge.bookings)) + totalOf(surpluses) - totalOf(ofPayment(charge.refunds));
  return Math.max(0, keptMinor - disputedMinor);
};

export const refundedTotalOf = (state: ExistingCharge): number => totalOf(state.refunds);

export const totalOf = (parts: readonly { readonly amountMinor: number }[]): number =>
  sumMinor(parts.map(({ amountMinor }) => amountMinor));
