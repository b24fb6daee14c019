import { multiplyDivideRoundHalfUp, sumMinor } from '@repasse/chassis/money';

/** A fee as the charge stated it, with the rule that produced it. */
export interface StatedRule {
  readonly percentBps: number;
  readonly fixedMinor: number;
  readonly amountMinor: number;
}

/** What kept a fee from being what its rule alone comes to. */
export type FeeLimit = 'NONE' | 'MINIMUM' | 'MAXIMUM' | 'GROSS_AMOUNT';

export interface FeeCalculation {
  readonly baseMinor: number;
  /** base × percentBps ÷ 10,000 before it is rounded, in ten-thousandths of a minor unit. */
  readonly exactTenThousandths: bigint;
  /** Rounded to the nearest minor unit, halves up. */
  readonly roundedMinor: number;
  readonly fixedMinor: number;
  readonly calculatedMinor: number;
  readonly limit: FeeLimit;
  readonly amountMinor: number;
}

const wholeBps = 10_000;

/**
 * How a fee came to be what it is. The charge states percentage, fixed part and result; a result above the rule's own can
 * only be the rule's minimum, one below it is the gross amount where the fee took all of it, and else the rule's maximum.
 */
export const explainFee = ({ percentBps, fixedMinor, amountMinor }: StatedRule, grossMinor: number): FeeCalculation => {
  const roundedMinor = multiplyDivideRoundHalfUp(grossMinor, percentBps, wholeBps);
  const calculatedMinor = roundedMinor + fixedMinor;
  return {
    baseMinor: grossMinor,
    exactTenThousandths: BigInt(grossMinor) * BigInt(percentBps),
    roundedMinor,
    fixedMinor,
    calculatedMinor,
    limit: limitOf(calculatedMinor, amountMinor, grossMinor),
    amountMinor,
  };
};

const limitOf = (calculatedMinor: number, amountMinor: number, grossMinor: number): FeeLimit => {
  if (amountMinor === calculatedMinor) return 'NONE';
  if (amountMinor > calculatedMinor) return 'MINIMUM';
  return amountMinor === grossMinor ? 'GROSS_AMOUNT' : 'MAXIMUM';
};

/** What one rule of a split gave, as the charge stated it, or what all rules left to the owner. */
export interface SharePart {
  readonly kind: 'FIXED' | 'PERCENT' | 'REMAINDER';
  /** Of a percentage, as are base and rounding. */
  readonly percentBps?: number;
  readonly baseMinor?: number;
  /** What rounding changed of the exact product, in ten-thousandths of a minor unit. */
  readonly roundingTenThousandths?: number;
  /** Absent of a remainder, which nobody asks for. */
  readonly askedMinor?: number;
  readonly amountMinor: number;
  /** True where the recipient could not receive, so that the part is the owner's. */
  readonly isUnresolved?: boolean;
}

export interface ExplainedShare {
  readonly userId: number;
  readonly amountMinor: number;
  readonly reserveMinor: number;
  readonly reducedByMinor: number;
  readonly isOwner: boolean;
}

export interface Step {
  readonly kind: 'GROSS' | 'FEE' | 'SHARE_GIVEN' | 'ASKED' | 'REDUCED';
  /** Whose share it is; null of what belongs to nobody else. */
  readonly userId: number | null;
  /** Below zero where it is taken. */
  readonly amountMinor: number;
}

export interface ShareCalculation {
  /** OWNER_REST: what fee and other shares leave, so every rounding is the owner's. SPLIT: what the split of the charge asks. */
  readonly rule: 'OWNER_REST' | 'SPLIT';
  /** What percentages of the split are taken of. */
  readonly baseMinor: number;
  /** They add up to the share. */
  readonly steps: readonly Step[];
}

/** How each share came to be what it is. The steps of each add up to its amount, or the settlement is wrong. */
export const explainShare = (
  share: ExplainedShare,
  settlement: {
    readonly grossMinor: number;
    readonly feeMinor: number;
    readonly netMinor: number;
    readonly shares: readonly ExplainedShare[];
  },
): ShareCalculation => ({
  rule: share.isOwner ? 'OWNER_REST' : 'SPLIT',
  baseMinor: settlement.netMinor,
  steps: (share.isOwner ? ownersSteps(settlement) : recipientsSteps(share)).filter(
    ({ amountMinor }) => amountMinor !== 0,
  ),
});

const ownersSteps = ({ grossMinor, feeMinor, shares }: Parameters<typeof explainShare>[1]): Step[] => [
  { kind: 'GROSS', userId: null, amountMinor: grossMinor },
  { kind: 'FEE', userId: null, amountMinor: -feeMinor },
  ...shares
    .filter(({ isOwner }) => !isOwner)
    .map(({ userId, amountMinor }) => ({ kind: 'SHARE_GIVEN' as const, userId, amountMinor: -amountMinor })),
];

const recipientsSteps = ({ amountMinor, reducedByMinor }: ExplainedShare): Step[] => [
  { kind: 'ASKED', userId: null, amountMinor: amountMinor + reducedByMinor },
  { kind: 'REDUCED', userId: null, amountMinor: -reducedByMinor },
];

/** Whether the steps lead to the share: the check that whoever reads them would make. */
export const addsUp = ({ steps }: ShareCalculation, { amountMinor }: ExplainedShare): boolean =>
  sumMinor(steps.map((step) => step.amountMinor)) === amountMinor;
