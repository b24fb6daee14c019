import { userAccountKinds, type PostingKind, type TransactionKind, type UserAccountKind } from './ledger';

/** The reasons of the entries that a transaction of each kind has on users' accounts. */
export const entryKindsOf: Readonly<Record<TransactionKind, readonly PostingKind[]>> = {
  CHARGE_PAID: ['GROSS', 'FEE', 'SHARE_GIVEN', 'SHARE_RECEIVED', 'RESERVE'],
  FUNDS_RELEASED: ['RELEASE'],
  SPLIT_REVERSED: ['REFUND'],
  DEBT_REPAID: ['DEBT_REPAYMENT'],
  SURPLUS_RECEIVED: ['SURPLUS'],
  SURPLUS_ACCEPTED: ['SURPLUS'],
  SURPLUS_APPLIED: ['SURPLUS'],
  SURPLUS_REFUNDED: ['REFUND'],
  DISPUTE_OPENED: ['DISPUTE_HOLD'],
  DISPUTE_WON: ['DISPUTE_RELEASE'],
  DISPUTE_LOST: ['DISPUTE_LOSS'],
  PAYMENT_RECEIVED: ['GROSS', 'FEE'],
  PAYMENT_REFUNDED: ['REFUND'],
  WITHDRAWAL_REQUESTED: ['WITHDRAWAL', 'PAYOUT_FEE'],
  WITHDRAWAL_PAID: ['WITHDRAWAL'],
  WITHDRAWAL_REVERSED: ['WITHDRAWAL_RETURN', 'PAYOUT_FEE'],
  WITHDRAWAL_RETURNED: ['WITHDRAWAL_RETURN'],
  SHARE_HELD: ['SHARE_HELD'],
  SHARE_CLAIMED: ['SHARE_RELEASE'],
  SHARE_RETURNED: ['SHARE_RELEASE'],
};

/**
 * The accounts of a user on which a transaction of a kind has entries, where they tell it from another kind with the same
 * reasons: money for charges waits first, and a payment in coins is available at once.
 */
export const accountsOf = (kind: TransactionKind | undefined): readonly UserAccountKind[] => {
  if (kind === 'CHARGE_PAID') return ['user_pending', 'user_reserve'];
  return kind === 'PAYMENT_RECEIVED' ? ['user_available'] : userAccountKinds;
};
