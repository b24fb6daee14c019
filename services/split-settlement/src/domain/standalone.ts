import { multiplyDivideRoundHalfUp } from '@repasse/chassis/money';
import { credit, debit, makeTransaction, type ClearingMethod, type LedgerTransaction } from './ledger';
import { refundOrder, takeBack, takingPostings, type Holding, type Taking } from './take-back';

/** What the platform keeps of a payment without a charge. The bounds are in minor units; null is none. */
export interface StandaloneFeeRule {
  readonly percentBps: number;
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
export const standaloneFee = (grossMinor: number, { percentBps, minMinor, maxMinor }: StandaloneFeeRule): number => {
  const share = multiplyDivideRoundHalfUp(grossMinor, percentBps, 10_000);
  return Math.min(Math.max(share, minMinor ?? 0), maxMinor ?? grossMinor, grossMinor);
};

/** All of it is the merchant's at once, but for the fee. */
export const receiveStandalone = (movement: StandaloneMovement, feeMinor: number): LedgerTransaction => {
  const { userId, amountMinor, currency } = movement;
  return transactionOf(movement, 'PAYMENT_RECEIVED', [
    ...debit(clearingOf(movement), amountMinor, currency),
    ...credit({ kind: 'platform_fees' }, feeMinor, currency),
    ...credit({ kind: 'user_available', userId }, amountMinor - feeMinor, currency),
  ]);
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
