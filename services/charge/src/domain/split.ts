import { multiplyDivideFloor, sumMinor } from '@repasse/chassis/money';
import { wholeBps } from './fees';

/**
 * One item of a split, its recipient already looked up. `userId` is null when the e-mail belonged to nobody who may
 * receive: who is valid is decided once, when the charge is made, and a user registered later changes nothing.
 */
export type SplitRule =
  | { readonly kind: 'FIXED'; readonly userId: number | null; readonly amountMinor: number }
  | { readonly kind: 'PERCENT'; readonly userId: number | null; readonly percentBps: number };

export interface Share {
  readonly userId: number;
  readonly amountMinor: number;
  readonly isOwner: boolean;
  /** By how much the share fell short of what its rules asked for. The owner's never does: it is the remainder. */
  readonly reducedByMinor: number;
}

/**
 * Divides a net amount so that the parts add up to it exactly.
 *
 * FIXED rules are served first and then PERCENT rules (of the whole net amount, rounded down), each kind in the order
 * given, until the net amount is used up; a share cut short says by how much. An unresolved recipient keeps its place
 * in that order, and its share is the owner's: nobody else gains from it. What is left is the owner's too. The same
 * recipient twice is added up, and the owner named as a recipient is simply the owner.
 */
export const allocate = (netAmountMinor: number, ownerId: number, rules: readonly SplitRule[]): readonly Share[] => {
  const others = new Map<number, Share>();
  let unservedMinor = netAmountMinor;

  for (const rule of inServingOrder(rules)) {
    const askedMinor = askedBy(rule, netAmountMinor);
    const servedMinor = Math.min(askedMinor, unservedMinor);
    unservedMinor -= servedMinor;
    if (rule.userId !== null && rule.userId !== ownerId) {
      others.set(rule.userId, added(others.get(rule.userId), rule.userId, servedMinor, askedMinor - servedMinor));
    }
  }

  return [ownersShare(netAmountMinor, ownerId, [...others.values()]), ...inGivenOrder(others, rules)];
};

export const sharedAmountOf = (shares: readonly Share[]): number =>
  sumMinor(shares.filter(({ isOwner }) => !isOwner).map(({ amountMinor }) => amountMinor));

export const fixedTotalMinor = (rules: readonly SplitRule[]): number =>
  sumMinor(rules.map((rule) => (rule.kind === 'FIXED' ? rule.amountMinor : 0)));

export const percentTotalBps = (rules: readonly SplitRule[]): number =>
  sumMinor(rules.map((rule) => (rule.kind === 'PERCENT' ? rule.percentBps : 0)));

const inServingOrder = (rules: readonly SplitRule[]): readonly SplitRule[] => [
  ...rules.filter(({ kind }) => kind === 'FIXED'),
  ...rules.filter(({ kind }) => kind === 'PERCENT'),
];

const askedBy = (rule: SplitRule, netAmountMinor: number): number =>
  rule.kind === 'FIXED' ? rule.amountMinor : multiplyDivideFloor(netAmountMinor, rule.percentBps, wholeBps);

const added = (share: Share | undefined, userId: number, amountMinor: number, reducedByMinor: number): Share => ({
  userId,
  amountMinor: (share?.amountMinor ?? 0) + amountMinor,
  isOwner: false,
  reducedByMinor: (share?.reducedByMinor ?? 0) + reducedByMinor,
});

/** Recipients are shown as the caller listed them, whichever kind was served first. */
const inGivenOrder = (shares: ReadonlyMap<number, Share>, rules: readonly SplitRule[]): readonly Share[] =>
  [...new Set(rules.map(({ userId }) => userId))].flatMap((userId) => {
    const share = userId === null ? undefined : shares.get(userId);
    return share ? [share] : [];
  });

const ownersShare = (netAmountMinor: number, ownerId: number, others: readonly Share[]): Share => ({
  userId: ownerId,
  amountMinor: netAmountMinor - sumMinor(others.map(({ amountMinor }) => amountMinor)),
  isOwner: true,
  reducedByMinor: 0,
});
