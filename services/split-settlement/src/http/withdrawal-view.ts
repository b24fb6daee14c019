import { formatAmount } from '@repasse/values/money';
import { type StoredWithdrawal } from '../store/withdrawals';

/** A withdrawal as its user gets it. */
export const withdrawalView = (withdrawal: StoredWithdrawal) => {
  const text = (minor: number): string => formatAmount(minor, withdrawal.currency);
  return {
    id: withdrawal.withdrawalId,
    userId: withdrawal.userId,
    amount: text(withdrawal.amountMinor),
    currency: withdrawal.currency,
    rail: withdrawal.rail,
    destinationId: withdrawal.destinationId,
    payCurrency: withdrawal.payCurrency,
    payAddress: withdrawal.payAddress,
    memo: withdrawal.memo,
    externalReference: withdrawal.externalReference,
    payoutAmount: text(withdrawal.payoutMinor),
    fee: text(withdrawal.feeMinor),
    feeUserId: withdrawal.feeUserId,
    managerUserId: withdrawal.managerUserId,
    batchId: withdrawal.batchId,
    status: withdrawal.status.toUpperCase(),
    failure: withdrawal.failure,
    cancelReason: withdrawal.cancelReason,
    releaseUntil: withdrawal.releaseUntil,
    requestedBy: withdrawal.requestedBy,
    decidedBy: withdrawal.decidedBy,
    endToEndId: withdrawal.endToEndId,
    transactionHash: withdrawal.transactionHash,
    returnedAmount: text(withdrawal.returnedMinor),
    invoiceId: withdrawal.invoiceId,
    createdAt: withdrawal.createdAt,
    updatedAt: withdrawal.updatedAt,
  };
};
