import { type components } from '@repasse/contracts/generated/http/split-settlement';
import { centsOf } from '../home/overview-of.ts';

type Balance = components['schemas']['Balance'];
type Policy = components['schemas']['PayoutPolicy'];

interface Asked {
  readonly amountCents: number;
  /** Undefined where it is not for this person to see: a merchant does not see what sellers have. */
  readonly balance: Pick<Balance, 'available' | 'withheld'> | undefined;
  readonly policy: Pick<Policy, 'fee' | 'feeCarriedBy' | 'minimum' | 'maximum' | 'fourEyesAbove'>;
  /** Whether a merchant looks after the user, and may carry the fee. */
  readonly isManaged: boolean;
}

/** What a payout would come to, by what the page knows. The API decides, with the limits of the day as well. */
export interface Preview {
  readonly feeCents: number;
  readonly isFeeOfManager: boolean;
  readonly arrivesCents: number;
  readonly payableCents: number | undefined;
  readonly leftCents: number | undefined;
  readonly minimumCents: number | undefined;
  readonly needsSecondAboveCents: number | undefined;
  readonly isBelow: boolean;
  readonly isAbove: boolean;
}

/** Held in accounts of their own, so they are no part of what is available. */
const besides = new Set(['DISPUTE', 'RESERVE']);

export const previewOf = ({ amountCents, balance, policy, isManaged }: Asked): Preview => {
  const feeCents = centsIn(policy.fee) ?? 0;
  const isFeeOfManager = feeCents > 0 && isManaged && policy.feeCarriedBy === 'MANAGER';
  const ownFeeCents = isFeeOfManager ? 0 : feeCents;
  const minimumCents = centsIn(policy.minimum);
  const payableCents = payableOf(balance, policy);
  const fourEyesCents = centsIn(policy.fourEyesAbove);
  return {
    ...{ feeCents, isFeeOfManager, payableCents, minimumCents },
    arrivesCents: Math.max(amountCents - ownFeeCents, 0),
    leftCents: balance === undefined ? undefined : centsOf(balance.available) - amountCents,
    needsSecondAboveCents: fourEyesCents !== undefined && amountCents > fourEyesCents ? fourEyesCents : undefined,
    isBelow: amountCents < Math.max(minimumCents ?? 1, ownFeeCents + 1),
    isAbove: payableCents !== undefined && amountCents > payableCents,
  };
};

const centsIn = (amount: string | null | undefined): number | undefined =>
  amount === null || amount === undefined ? undefined : centsOf(amount);

const payableOf = (balance: Asked['balance'], { maximum }: Asked['policy']): number | undefined => {
  const maximumCents = centsIn(maximum);
  if (balance === undefined) return maximumCents;
  const withheld = balance.withheld.filter(({ reason }) => !besides.has(reason));
  const withheldCents = withheld.reduce((sum, { amount }) => sum + centsOf(amount), 0);
  return Math.max(Math.min(centsOf(balance.available) - withheldCents, maximumCents ?? Infinity), 0);
};
