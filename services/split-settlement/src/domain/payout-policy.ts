/** What a policy says; null where it says nothing. Amounts in minor units. */
export interface PayoutPolicy {
  readonly minimumMinor: number | null;
  /** Of one payout. */
  readonly maximumMinor: number | null;
  /** Of the payouts of a user in a day in Brasília, those that failed or were canceled left out. */
  readonly dayMaximumMinor: number | null;
  /** Of all payouts to a destination in its first days. */
  readonly newDestinationMaximumMinor: number | null;
  readonly newDestinationDays: number | null;
  /** Above it a second person releases a payout. */
  readonly fourEyesAboveMinor: number | null;
  readonly feeMinor: number | null;
  readonly feeCarriedBy: 'SELLER' | 'MANAGER' | null;
  /** Whether a request for up to an amount may be paid with less. */
  readonly mayCoverLess: boolean | null;
}

export const emptyPolicy: PayoutPolicy = {
  minimumMinor: null,
  maximumMinor: null,
  dayMaximumMinor: null,
  newDestinationMaximumMinor: null,
  newDestinationDays: null,
  fourEyesAboveMinor: null,
  feeMinor: null,
  feeCarriedBy: null,
  mayCoverLess: null,
};

/** A policy of a user, or of the platform, by whom it was set. */
export interface SetPolicy extends PayoutPolicy {
  /** Null: of the platform. A merchant's counts for the merchant and for the sellers it manages. */
  readonly userId: number | null;
  readonly setBy: 'STAFF' | 'USER';
}

interface Whose {
  readonly userId: number;
  readonly managerUserId: number | null;
}

/**
 * The policy that counts for a user. What staff set for the user goes before what they set for the manager, and that before
 * the platform's, each name by itself. What manager and user set themselves can only be stricter, and has no say in the fee.
 */
export const policyFor = (set: readonly SetPolicy[], { userId, managerUserId }: Whose): PayoutPolicy => {
  const found = (of: number | null, setBy: SetPolicy['setBy']): PayoutPolicy =>
    set.find((each) => each.userId === of && each.setBy === setBy) ?? emptyPolicy;
  const manager = (setBy: SetPolicy['setBy']) => (managerUserId === null ? emptyPolicy : found(managerUserId, setBy));
  const staff = [found(userId, 'STAFF'), manager('STAFF'), found(null, 'STAFF')].reduce(orElse);
  return [manager('USER'), found(userId, 'USER')].reduce(tighten, staff);
};

const orElse = (first: PayoutPolicy, then: PayoutPolicy): PayoutPolicy => ({
  minimumMinor: first.minimumMinor ?? then.minimumMinor,
  maximumMinor: first.maximumMinor ?? then.maximumMinor,
  dayMaximumMinor: first.dayMaximumMinor ?? then.dayMaximumMinor,
  newDestinationMaximumMinor: first.newDestinationMaximumMinor ?? then.newDestinationMaximumMinor,
  newDestinationDays: first.newDestinationDays ?? then.newDestinationDays,
  fourEyesAboveMinor: first.fourEyesAboveMinor ?? then.fourEyesAboveMinor,
  feeMinor: first.feeMinor ?? then.feeMinor,
  feeCarriedBy: first.feeCarriedBy ?? then.feeCarriedBy,
  mayCoverLess: first.mayCoverLess ?? then.mayCoverLess,
});

const tighten = (policy: PayoutPolicy, own: PayoutPolicy): PayoutPolicy => ({
  minimumMinor: strictest(Math.max, policy.minimumMinor, own.minimumMinor),
  maximumMinor: strictest(Math.min, policy.maximumMinor, own.maximumMinor),
  dayMaximumMinor: strictest(Math.min, policy.dayMaximumMinor, own.dayMaximumMinor),
  newDestinationMaximumMinor: strictest(Math.min, policy.newDestinationMaximumMinor, own.newDestinationMaximumMinor),
  newDestinationDays: strictest(Math.max, policy.newDestinationDays, own.newDestinationDays),
  fourEyesAboveMinor: strictest(Math.min, policy.fourEyesAboveMinor, own.fourEyesAboveMinor),
  feeMinor: policy.feeMinor,
  feeCarriedBy: own.feeCarriedBy ?? policy.feeCarriedBy,
  mayCoverLess: own.mayCoverLess ?? policy.mayCoverLess,
});

const strictest = (
  of: (one: number, other: number) => number,
  one: number | null,
  other: number | null,
): number | null => (one === null || other === null ? (one ?? other) : of(one, other));
