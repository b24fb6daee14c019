import { type PaymentMethod } from '@repasse/contracts';
import { multiplyDivideRoundHalfUp } from '@repasse/values/money';
import { credit, makeTransaction, move, type LedgerTransaction } from './ledger';
import { refundOrder, takeBack, takingPostings, type Holding, type Taking } from './take-back';

/** Money that came for, or goes back of, a payment in coins. */
export interface CoinMovement {
  readonly transactionId: string;
  /** The merchant who is paid. */
  readonly userId: number;
  readonly paymentMethod: PaymentMethod;
  readonly amountMinor: number;
  readonly currency: string;
  readonly occurredAt: string;
}

/** Rounded as charges' fees are. */
export const coinFee = (grossMinor: number, percentBps: number): number =>
  multiplyDivideRoundHalfUp(grossMinor, percentBps, 10_000);

/**
 * All of it is the merchant's at once, and the fee is taken from it: a payment confirmed by the chain cannot be undone.
 */
export const receiveCoins = (movement: CoinMovement, feeMinor: number): LedgerTransaction => {
  const { userId, amountMinor, currency } = movement;
  const available = { kind: 'user_available', userId } as const;
  return transactionOf(movement, 'PAYMENT_RECEIVED', [
    ...move('GROSS', { from: clearingOf(movement), to: available }, amountMinor, currency),
    ...move('FEE', { from: available, to: { kind: 'platform_fees' } }, feeMinor, currency),
  ]);
};

export interface CoinRefund {
  readonly taking: Taking;
  readonly transaction: LedgerTransaction;
}

/** The merchant alone gives it back, including the fee, which is not returned. A shortfall becomes a debt. */
export const refundCoins = (movement: CoinMovement, holding: Holding | undefined): CoinRefund => {
  const { userId, amountMinor, currency } = movement;
  const taking = takeBack({ userId, isOwner: true, amountMinor }, holding, refundOrder);
  const transaction = transactionOf(movement, 'PAYMENT_REFUNDED', [
    ...takingPostings('REFUND', [taking], currency),
    ...credit('REFUND', clearingOf(movement), amountMinor, currency),
  ]);
  return { taking, transaction };
};

const transactionOf = (
  { transactionId, occurredAt }: CoinMovement,
  kind: LedgerTransaction['kind'],
  postings: LedgerTransaction['postings'],
): LedgerTransaction =>
  makeTransaction({ transactionId, kind, chargeId: null, settlementId: null, occurredAt, postings });

const clearingOf = ({ paymentMethod }: CoinMovement) => ({ kind: 'provider_clearing', paymentMethod }) as const;
