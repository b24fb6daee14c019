import { paidCharge, type ChargePaid } from './charges';

/** The hash of the address that a user has. */
export const hashOf = (userId: number): string => String(userId).padStart(64, '0');

/** 100.00 of which 20.00 are for a seller whom nobody knows, 10.00 for another user, and 69.01 are the owner's. */
export const chargeWithHeldShare = (
  { owner, other, seller }: { readonly owner: number; readonly other: number; readonly seller: number },
  change: Partial<ChargePaid> = {},
): ChargePaid => {
  const heldFor = { emailHash: hashOf(seller), holdDays: 90 };
  const waits = { kind: 'FIXED' as const, askedMinor: 2_000, amountMinor: 2_000, isUnresolved: true, heldFor };
  const shares = [
    {
      ...{ userId: owner, amountMinor: 8_901, isOwner: true, reducedByMinor: 0 },
      parts: [waits, { kind: 'REMAINDER' as const, amountMinor: 6_901 }],
    },
    { userId: other, amountMinor: 1_000, isOwner: false, reducedByMinor: 0 },
  ];
  return paidCharge({ userId: owner, shares, sharedAmountMinor: 1_000, ...change });
};
