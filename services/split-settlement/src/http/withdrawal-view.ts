import { formatAmount } from '@repasse/values/money';
import { type StoredWithdrawal } from '../store/withdrawals';

/** A withdrawal as its user gets it. */
export const withdrawalView = (withdrawal: StoredWithdrawal) => ({
  id: withdrawal.withdrawalId,
  userId: withdrawal.userId,
  amount: formatAmount(withdrawal.amountMinor, withdrawal.currency),
  currency: withdrawal.currency,
  payCurrency: withdrawal.payCurrency,
  payAddress: withdrawal.payAddress,
  memo: withdrawal.memo,
  externalReference: withdrawal.externalReference,
  status: withdrawal.status.toUpperCase(),
  failure: withdrawal.failure,
  invoiceId: withdrawal.invoiceId,
  createdAt: withdrawal.createdAt,
  updatedAt: withdrawal.updatedAt,
});
