import { payeeRefusal, type PayoutStanding } from './payout-standing';

export type WithheldReason = 'DISPUTE' | 'RESERVE' | 'REFUND' | 'HOLD' | 'NOT_VERIFIED' | 'SUSPENDED';

export interface Withheld {
  readonly reason: WithheldReason;
  readonly amountMinor: number;
}

export interface WithheldFacts {
  /** Taken out of the balance until a dispute is decided, and kept for ones to come. */
  readonly heldMinor: number;
  readonly reserveMinor: number;
  /** Of what is available: refunds that are on their way. */
  readonly promisedMinor: number;
}

/** What of a user's money is not paid out, and why. Amounts of zero are left out. */
export const withheldOf = (
  standing: Pick<PayoutStanding, 'isSuspended' | 'payee' | 'availableMinor' | 'withheldMinor'>,
  { heldMinor, reserveMinor, promisedMinor }: WithheldFacts,
): readonly Withheld[] => {
  const { availableMinor, withheldMinor } = standing;
  const all: readonly Withheld[] = [
    { reason: 'DISPUTE', amountMinor: heldMinor },
    { reason: 'RESERVE', amountMinor: reserveMinor },
    { reason: 'REFUND', amountMinor: promisedMinor },
    // A hold of more than is there holds what is there.
    { reason: 'HOLD', amountMinor: Math.min(withheldMinor, availableMinor) },
    ...ofPayee(standing, Math.max(availableMinor - withheldMinor, 0)),
  ];
  return all.filter(({ amountMinor }) => amountMinor > 0);
};

/** Who may be paid nothing has the rest withheld. */
const ofPayee = (standing: Pick<PayoutStanding, 'isSuspended' | 'payee'>, amountMinor: number): readonly Withheld[] => {
  const refusal = payeeRefusal(standing);
  if (refusal === null) return [];
  return [{ reason: refusal.code === 'withdrawal.recipient_not_verified' ? 'NOT_VERIFIED' : 'SUSPENDED', amountMinor }];
};
