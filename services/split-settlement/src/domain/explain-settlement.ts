import { multiplyDivideRoundHalfUp } from '@repasse/values/money';

/** The rule of a fee, as the charge stated it. */
export interface FeeRule {
  readonly percentBps: number;
  readonly fixedMinor: number;
}

/** The limit that changed a fee from the sum of its percentage and fixed part. */
export type FeeLimit = 'MINIMUM' | 'MAXIMUM' | 'GROSS_AMOUNT';

export interface FeeCalculation {
  readonly baseMinor: number;
  /** base × percentBps ÷ 10,000 before it is rounded, in ten-thousandths of a minor unit. */
  readonly exactTenThousandths: bigint;
  /** Rounded to the nearest minor unit, halves up. */
  readonly roundedMinor: number;
  /** Rounded and the fixed part. The fee, unless something limited it. */
  readonly calculatedMinor: number;
}

const wholeBps = 10_000;

/** The computation of a fee by its rule. */
export const explainFee = ({ percentBps, fixedMinor }: FeeRule, grossMinor: number): FeeCalculation => {
  const roundedMinor = multiplyDivideRoundHalfUp(grossMinor, percentBps, wholeBps);
  return {
    baseMinor: grossMinor,
    exactTenThousandths: BigInt(grossMinor) * BigInt(percentBps),
    roundedMinor,
    calculatedMinor: roundedMinor + fixedMinor,
  };
};

/** The part that one rule of a split gave, as the charge stated it, or the rest that all rules left to the owner. */
export interface SharePart {
  readonly kind: 'FIXED' | 'PERCENT' | 'REMAINDER';
  /** Of a percentage, as are base and rounding. */
  readonly percentBps?: number;
  readonly baseMinor?: number;
  /** The change of the exact product by rounding, in ten-thousandths of a minor unit. */
  readonly roundingTenThousandths?: number;
  /** Absent for a remainder, which no rule asks for. */
  readonly askedMinor?: number;
  readonly amountMinor: number;
  /** True where the recipient could not receive, so that the part is the owner's. */
  readonly isUnresolved?: boolean;
  /** The recipient for whom the part waits, in the owner's share. */
  readonly heldFor?: { readonly emailHash: string; readonly holdDays: number };
}

export interface PartCalculation {
  /** The exact product of a percentage, in ten-thousandths of a minor unit; null of other parts. */
  readonly exactTenThousandths: bigint | null;
  /** The amount that was missing from it, because the net amount was used up. */
  readonly reducedByMinor: number;
}

export const explainPart = ({ roundingTenThousandths, askedMinor, amountMinor }: SharePart): PartCalculation => ({
  exactTenThousandths:
    roundingTenThousandths === undefined || askedMinor === undefined
      ? null
      : BigInt(askedMinor) * BigInt(wholeBps) - BigInt(roundingTenThousandths),
  reducedByMinor: askedMinor === undefined ? 0 : askedMinor - amountMinor,
});

export interface Step {
  readonly kind: 'GROSS' | 'FEE' | 'SHARE_GIVEN';
  /** Whose share was given; null in other steps. */
  readonly userId: number | null;
  /** Negative for a deduction. */
  readonly amountMinor: number;
}

/** From the gross amount to the owner's share: they add up to it, or the settlement is wrong. */
export const ownersSteps = (settlement: {
  readonly grossMinor: number;
  readonly feeMinor: number;
  readonly shares: readonly { readonly userId: number; readonly amountMinor: number; readonly isOwner: boolean }[];
}): readonly Step[] => {
  const { grossMinor, feeMinor, shares } = settlement;
  const given = shares.filter(({ isOwner }) => !isOwner);
  const steps: Step[] = [
    { kind: 'GROSS', userId: null, amountMinor: grossMinor },
    { kind: 'FEE', userId: null, amountMinor: -feeMinor },
    ...given.map(({ userId, amountMinor }) => ({ kind: 'SHARE_GIVEN' as const, userId, amountMinor: -amountMinor })),
  ];
  return steps.filter(({ amountMinor }) => amountMinor !== 0);
};
