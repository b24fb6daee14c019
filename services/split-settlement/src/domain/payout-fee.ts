import { type PayoutPolicy } from './payout-policy';

interface FeeFacts {
  readonly userId: number;
  readonly managerUserId: number | null;
  readonly amountMinor: number;
}

/** A user whom nobody looks after carries the fee, whatever the policy says. */
export const feeOf = (policy: PayoutPolicy, { userId, managerUserId, amountMinor }: FeeFacts) => {
  const feeMinor = policy.feeMinor ?? 0;
  if (feeMinor === 0) return { feeMinor, feeUserId: null, payoutMinor: amountMinor };
  if (policy.feeCarriedBy === 'MANAGER' && managerUserId !== null) {
    return { feeMinor, feeUserId: managerUserId, payoutMinor: amountMinor };
  }
  return { feeMinor, feeUserId: userId, payoutMinor: amountMinor - feeMinor };
};
