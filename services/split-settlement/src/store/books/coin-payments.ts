import { type CoinMovement } from '../../domain/coin-payment';
import { type Taking } from '../../domain/take-back';
import { type Entries } from './entries';
import { type StoredReceipt } from './read-books';

export interface NewReceipt extends CoinMovement {
  readonly paymentId: string;
  readonly providerReference: string;
  readonly feeMinor: number;
}

export interface NewRefund extends CoinMovement {
  readonly paymentId: string;
  readonly refundId: string;
}

export interface CoinPayments {
  readonly hasReceipt: (paymentId: string, providerReference: string) => boolean;
  /** Whether anything that came for this payment is in the books. */
  readonly isBooked: (paymentId: string) => boolean;
  readonly addReceipt: (receipt: NewReceipt) => void;
  readonly hasRefund: (refundId: string) => boolean;
  readonly addRefund: (refund: NewRefund, taking: Taking) => void;
  readonly entries: () => Entries;
}

export const openCoinPayments = (read: {
  readonly receipts: readonly StoredReceipt[];
  readonly coinRefunds: readonly string[];
}): CoinPayments => {
  const receipts: StoredReceipt[] = [...read.receipts];
  const refundIds = new Set(read.coinRefunds);
  const newReceipts: object[] = [];
  const refunds: object[] = [];
  return {
    hasReceipt: (paymentId, reference) =>
      receipts.some((known) => known.paymentId === paymentId && known.providerReference === reference),
    isBooked: (paymentId) => receipts.some((known) => known.paymentId === paymentId),
    addReceipt: (receipt) => {
      receipts.push(receipt);
      newReceipts.push(receiptRow(receipt));
    },
    hasRefund: (refundId) => refundIds.has(refundId),
    addRefund: (refund, taking) => {
      refundIds.add(refund.refundId);
      refunds.push(refundRow(refund, taking));
    },
    entries: () => ({
      new_receipts: newReceipts,
      new_coin_refunds: refunds,
    }),
  };
};

const receiptRow = (receipt: NewReceipt): object => ({
  payment_id: receipt.paymentId,
  provider_reference: receipt.providerReference,
  user_id: receipt.userId,
  payment_method: receipt.paymentMethod,
  gross_minor: receipt.amountMinor,
  fee_minor: receipt.feeMinor,
  currency: receipt.currency,
  transaction_id: receipt.transactionId,
  received_at: receipt.occurredAt,
});

const refundRow = (refund: NewRefund, { fromAvailableMinor, fromPendingMinor, fromDebtMinor }: Taking): object => ({
  refund_id: refund.refundId,
  payment_id: refund.paymentId,
  user_id: refund.userId,
  amount_minor: refund.amountMinor,
  from_available_minor: fromAvailableMinor,
  from_pending_minor: fromPendingMinor,
  from_debt_minor: fromDebtMinor,
  currency: refund.currency,
  transaction_id: refund.transactionId,
  settled_at: refund.occurredAt,
});
