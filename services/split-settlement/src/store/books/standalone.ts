import { type StandaloneFeeRule, type StandaloneMovement } from '../../domain/standalone';
import { type Taking } from '../../domain/take-back';
import { type Entries } from './entries';
import { type StoredFeeRule, type StoredReceipt } from './read-books';

export interface NewReceipt extends StandaloneMovement {
  readonly paymentId: string;
  readonly providerReference: string;
  readonly feeMinor: number;
}

export interface NewRefund extends StandaloneMovement {
  readonly paymentId: string;
  readonly refundId: string;
}

/** Payments without a charge. */
export interface Standalone {
  /** What the platform keeps of such a payment; undefined when nothing says so. */
  readonly feeRule: (paymentMethod: string, installments: number) => StandaloneFeeRule | undefined;
  readonly hasReceipt: (paymentId: string, providerReference: string) => boolean;
  /**
   * The transaction that booked what came for this payment, which is what its releases are known by; undefined when
   * nothing came. Money that comes in several receipts is available at once and has none.
   */
  readonly transactionOf: (paymentId: string) => string | undefined;
  readonly addReceipt: (receipt: NewReceipt) => void;
  readonly hasRefund: (refundId: string) => boolean;
  readonly addRefund: (refund: NewRefund, taking: Taking) => void;
  /** A transaction that is of this payment, beside its receipts and refunds. */
  readonly addTransaction: (transactionId: string, paymentId: string) => void;
  readonly entries: () => Entries;
}

export const openStandalone = (read: {
  readonly receipts: readonly StoredReceipt[];
  readonly standaloneRefunds: readonly string[];
  readonly feeRules: readonly StoredFeeRule[];
}): Standalone => {
  const receipts: StoredReceipt[] = [...read.receipts];
  const refundIds = new Set(read.standaloneRefunds);
  const newReceipts: object[] = [];
  const refunds: object[] = [];
  const transactions: object[] = [];
  return {
    feeRule: (paymentMethod, installments) =>
      read.feeRules.find(
        (rule) =>
          rule.paymentMethod === paymentMethod &&
          rule.installmentsFrom <= installments &&
          installments <= rule.installmentsTo,
      ),
    hasReceipt: (paymentId, reference) =>
      receipts.some((known) => known.paymentId === paymentId && known.providerReference === reference),
    transactionOf: (paymentId) => receipts.find((known) => known.paymentId === paymentId)?.transactionId,
    addReceipt: (receipt) => {
      receipts.push(receipt);
      newReceipts.push(receiptRow(receipt));
    },
    hasRefund: (refundId) => refundIds.has(refundId),
    addRefund: (refund, taking) => {
      refundIds.add(refund.refundId);
      refunds.push(refundRow(refund, taking));
    },
    addTransaction: (transactionId, paymentId) => {
      transactions.push({ transaction_id: transactionId, payment_id: paymentId });
    },
    entries: () => ({
      new_receipts: newReceipts,
      new_standalone_refunds: refunds,
      new_standalone_transactions: transactions,
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
