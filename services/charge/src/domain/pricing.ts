import { multiplyDivideFloor } from '@repasse/values/money';
import { feeOf, wholeBps, type Fee, type FeeRule } from './fees';
import { allocate, heldAmountOf, sharedAmountOf, type Share, type SplitRule } from './split';

/** Where every centavo of a gross amount goes: gross = fee + net, and net is the sum of the shares. */
export interface Pricing {
  readonly fees: readonly Fee[];
  readonly feeAmountMinor: number;
  readonly netAmountMinor: number;
  /** The sum of the shares of others than the owner. */
  readonly sharedAmountMinor: number;
  /** A part of the owner's share, held back against disputes. */
  readonly disputeReserveMinor: number;
  readonly shares: readonly Share[];
}

/** Prices a charge, or an attempt at it, by the fee rule of its method. */
export const price = (
  grossAmountMinor: number,
  ownerId: number,
  rule: FeeRule,
  split: readonly SplitRule[],
): Pricing => {
  const fee = feeOf(rule, grossAmountMinor);
  const netAmountMinor = grossAmountMinor - fee.amountMinor;
  const shares = allocate(netAmountMinor, ownerId, split);
  const sharedAmountMinor = sharedAmountOf(shares);

  return {
    fees: [fee],
    feeAmountMinor: fee.amountMinor,
    netAmountMinor,
    sharedAmountMinor,
    // Recipients are paid in full: a dispute is the owner's risk, so no more is held back than the owner gets.
    disputeReserveMinor: Math.min(
      multiplyDivideFloor(netAmountMinor, rule.reserveBps, wholeBps),
      netAmountMinor - sharedAmountMinor - heldAmountOf(shares),
    ),
    shares,
  };
};
