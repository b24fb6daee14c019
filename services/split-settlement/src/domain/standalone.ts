import { multiplyDivideRoundHalfUp } from '@repasse/chassis/money';
import { credit, debit, makeTransaction, type ClearingMethod, type LedgerTransaction } from './ledger';
import { planReleases, type Release, type ReleaseTerms } from './release';
import { refundOrder, takeBack, takingPostings, type Holding, type Taking } from './take-back';

/** What the platform keeps of a payment without a charge. The bounds are in minor units; null is none. */
export interface StandaloneFeeRule {
  readonly percentBps: number;
  readonly fixedMinor: number;
  readonly minMinor: number | null;
  readonly maxMinor: number | null;
}

/** Money that came for, or goes back of, a payment without a charge. */
export interface StandaloneMovement {
  readonly transactionId: string;
  /** The merchant whose payment it is. */
  readonly userId: number;
  readonly paymentMethod: ClearingMethod;
  readonly amountMinor: number;
  readonly currency: string;
  readonly occurredAt: string;
}

/** Rounded as charges' fees are, held between the bounds, and never more than what came. */
export const standaloneFee = (grossMinor: number, rule: StandaloneFeeRule): number => {
  const share = multiplyDivideRoundHalfUp(grossMinor, rule.percentBps, 10_000) + rule.fixedMinor;
  return Math.min(Math.max(share, rule.minMinor ?? 0), rule.maxMinor ?? grossMinor, grossMinor);
};

/** When money of a payment becomes its merchant's: as its method says, and by card with each instalment. */
export interface StandaloneTerms extends ReleaseTerms {
  readonly installments: number;
}

export interface StandaloneReceipt {
  readonly transaction: LedgerTransaction;
  /** What waits for its day; nothing where all of it could be used at once. */
  readonly releases: readonly Release[];
}

/** All of it is the merchant's, but for the fee: at once, or on the days its method says. Nothing is held back of it. */
export const receiveStandalone = (
  movement: StandaloneMovement,
  feeMinor: number,
  terms: StandaloneTerms,
): StandaloneReceipt => {
  const { userId, amountMinor, currency } = movement;
  const kind = isAtOnce(terms) ? 'user_available' : 'user_pending';
  const transaction = transactionOf(movement, 'PAYMENT_RECEIVED', [
    ...debit(clearingOf(movement), amountMinor, currency),
    ...credit({ kind: 'platform_fees' }, feeMinor, currency),
    ...credit({ kind, userId }, amountMinor - feeMinor, currency),
  ]);
  return { transaction, releases: kind === 'user_pending' ? releasesOf(movement, amountMinor - feeMinor, terms) : [] };
};

const isAtOnce = ({ firstDays, perInstallmentDays, installments }: StandaloneTerms): boolean =>
  firstDays === 0 && (perInstallmentDays === 0 || installments === 1);

const releasesOf = (movement: StandaloneMovement, pendingMinor: number, terms: StandaloneTerms): Release[] => {
  const { transactionId: settlementId, userId, currency, occurredAt } = movement;
  const payout = { settlementId, userId, currency, pendingMinor, reserveMinor: 0 };
  return planReleases(payout, terms, occurredAt, terms.installments);
};

export interface StandaloneRefund {
  readonly taking: Taking;
  readonly transaction: LedgerTransaction;
}

/** The merchant gives it back alone, the fee included, which is not given back. What is not there becomes a debt. */
export const refundStandalone = (movement: StandaloneMovement, holding: Holding | undefined): StandaloneRefund => {
  const { userId, amountMinor, currency } = movement;
  const taking = takeBack({ userId, isOwner: true, amountMinor }, holding, refundOrder);
  const transaction = transactionOf(movement, 'PAYMENT_REFUNDED', [
    ...takingPostings([taking], currency),
    ...credit(clearingOf(movement), amountMinor, currency),
  ]);
  return { taking, transaction };
};

const transactionOf = (
  { transactionId, occurredAt }: StandaloneMovement,
  kind: LedgerTransaction['kind'],
  postings: LedgerTransaction['postings'],
): LedgerTransaction =>
  makeTransaction({ transactionId, kind, chargeId: null, settlementId: null, occurredAt, postings });

const clearingOf = ({ paymentMethod }: StandaloneMovement) => ({ kind: 'provider_clearing', paymentMethod }) as const;
