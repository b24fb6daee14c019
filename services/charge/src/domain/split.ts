import { multiplyDivideFloor, sumMinor } from '@repasse/values/money';
import { wholeBps } from './fees';

/**
 * One item of a split, its recipient already looked up. `userId` is null when no user who may receive has the e-mail.
 * This is decided once, when the charge is made; a user registered later changes nothing.
 */
export type SplitRule = (
  | { readonly kind: 'FIXED'; readonly userId: number | null; readonly amountMinor: number }
  | { readonly kind: 'PERCENT'; readonly userId: number | null; readonly percentBps: number }
) & {
  /** The recipient for whom the share waits, as the merchant has it for e-mails that nobody has. */
  readonly heldFor?: HeldFor;
};

export interface HeldFor {
  /** SHA-256 of the address in lower case, as identity makes it known. */
  readonly emailHash: string;
  /** How long it waits, from the payment. */
  readonly holdDays: number;
}

/** The part of a share that one rule of the split gave. */
export type RulePart = (
  | { readonly kind: 'FIXED' }
  | {
      readonly kind: 'PERCENT';
      readonly percentBps: number;
      /** The net amount, of which the percentage is taken. */
      readonly baseMinor: number;
      /** askedMinor less the exact product; never above zero, because percentages are rounded down. */
      readonly roundingTenThousandths: number;
    }
) & {
  readonly askedMinor: number;
  /** Less than was asked for where the net amount was used up. */
  readonly amountMinor: number;
  /** The recipient could not receive, so the part is in the owner's share. */
  readonly isUnresolved: boolean;
  readonly heldFor?: HeldFor;
};

/** The part of the net amount that all rules together left; every rounding is in it. */
export interface RemainderPart {
  readonly kind: 'REMAINDER';
  readonly amountMinor: number;
}

export type SharePart = RulePart | RemainderPart;

export interface Share {
  readonly userId: number;
  readonly amountMinor: number;
  readonly isOwner: boolean;
  /** By how much the share fell short of its rules. Always 0 for the owner, who gets the remainder. */
  readonly reducedByMinor: number;
  /** Rule by rule, in the order they were served. They add up to the share; the owner's end with the remainder. */
  readonly parts: readonly SharePart[];
}

/** A share without how it came to be. */
export type ShareAmount = Omit<Share, 'parts'>;

/**
 * Divides a net amount so that the parts add up to it exactly.
 *
 * FIXED rules are served first and then PERCENT rules (of the whole net amount, rounded down), each kind in the order
 * given, until the net amount is used up; a reduced share says by how much. An unresolved recipient keeps its place in
 * that order, and the owner gets its share. The owner also gets the remainder. Items of the same recipient are added
 * up, and the owner may be named as a recipient.
 */
export const allocate = (netAmountMinor: number, ownerId: number, rules: readonly SplitRule[]): readonly Share[] => {
  const served = serve(netAmountMinor, rules);
  const partsOf = (isOf: (userId: number | null) => boolean): readonly RulePart[] =>
    served.filter(({ userId }) => isOf(userId)).map(({ part }) => part);

  const others = recipientsOf(rules, ownerId).map((recipient) =>
    recipientsShare(
      recipient,
      partsOf((userId) => userId === recipient),
    ),
  );
  const owners = partsOf((userId) => userId === null || userId === ownerId);
  return [ownersShare(netAmountMinor, ownerId, owners, others), ...others];
};

export const amountsOf = (shares: readonly Share[]): readonly ShareAmount[] =>
  shares.map(({ parts: _parts, ...share }) => share);

export const sharedAmountOf = (shares: readonly Share[]): number => totalOf(shares.filter(({ isOwner }) => !isOwner));

/** The part of the owner's share that waits for recipients whom nobody knows yet. */
export const heldAmountOf = (shares: readonly Share[]): number =>
  totalOf(shares.flatMap(({ parts }) => parts.filter((part) => 'heldFor' in part)));

export const fixedTotalMinor = (rules: readonly SplitRule[]): number =>
  sumMinor(rules.map((rule) => (rule.kind === 'FIXED' ? rule.amountMinor : 0)));

export const percentTotalBps = (rules: readonly SplitRule[]): number =>
  sumMinor(rules.map((rule) => (rule.kind === 'PERCENT' ? rule.percentBps : 0)));

interface Served {
  readonly userId: number | null;
  readonly part: RulePart;
}

const serve = (netAmountMinor: number, rules: readonly SplitRule[]): readonly Served[] => {
  let unservedMinor = netAmountMinor;
  return inServingOrder(rules).map((rule) => {
    const asked = askedBy(rule, netAmountMinor);
    const amountMinor = Math.min(asked.askedMinor, unservedMinor);
    unservedMinor -= amountMinor;
    const { userId, heldFor } = rule;
    const part = { ...asked, amountMinor, isUnresolved: userId === null, ...(heldFor && { heldFor }) };
    return { userId, part };
  });
};

const inServingOrder = (rules: readonly SplitRule[]): readonly SplitRule[] => [
  ...rules.filter(({ kind }) => kind === 'FIXED'),
  ...rules.filter(({ kind }) => kind === 'PERCENT'),
];

const askedBy = (rule: SplitRule, baseMinor: number) => {
  if (rule.kind === 'FIXED') return { kind: rule.kind, askedMinor: rule.amountMinor };
  const { kind, percentBps } = rule;
  const askedMinor = multiplyDivideFloor(baseMinor, percentBps, wholeBps);
  return { kind, percentBps, baseMinor, askedMinor, ...roundingOf(askedMinor, baseMinor, percentBps) };
};

/** In BigInt, because ten thousand times the largest amount leaves the safe integers. */
const roundingOf = (roundedMinor: number, baseMinor: number, percentBps: number) => ({
  roundingTenThousandths: Number(BigInt(roundedMinor) * BigInt(wholeBps) - BigInt(baseMinor) * BigInt(percentBps)),
});

/** In the order the caller listed them, whichever kind was served first. */
const recipientsOf = (rules: readonly SplitRule[], ownerId: number): readonly number[] =>
  [...new Set(rules.map(({ userId }) => userId).filter((userId) => userId !== null))].filter(
    (userId) => userId !== ownerId,
  );

const recipientsShare = (userId: number, parts: readonly RulePart[]): Share => {
  const amountMinor = totalOf(parts);
  const reducedByMinor = sumMinor(parts.map(({ askedMinor }) => askedMinor)) - amountMinor;
  return { userId, amountMinor, isOwner: false, reducedByMinor, parts };
};

const ownersShare = (
  netAmountMinor: number,
  userId: number,
  parts: readonly RulePart[],
  others: readonly Share[],
): Share => {
  const amountMinor = netAmountMinor - totalOf(others);
  const remainder: RemainderPart = { kind: 'REMAINDER', amountMinor: amountMinor - totalOf(parts) };
  return { userId, amountMinor, isOwner: true, reducedByMinor: 0, parts: [...parts, remainder] };
};

const totalOf = (amounts: readonly { readonly amountMinor: number }[]): number =>
  sumMinor(amounts.map(({ amountMinor }) => amountMinor));
