import { sumMinor } from '@repasse/values/money';
import { type Contribution } from './divide-reversal';
import { debit, type Posting, type PostingKind } from './ledger';
import { type Release } from './release';

/** The money of a user at the moment something is taken back. */
export interface Holding {
  readonly userId: number;
  readonly availableMinor: number;
  /** The settlement of which it is taken back; null where none is. */
  readonly settlementId: string | null;
  /** The planned releases, in the order in which they may be taken, with the amounts left of them. */
  readonly planned: readonly Release[];
}

/** Own pending money is that of the sale which is taken back. */
export type TakingSource = 'user_available' | 'own_pending' | 'other_pending' | 'user_reserve';

/** A part of a planned release that will not come. */
export interface TakenRelease {
  readonly release: Release;
  readonly takenMinor: number;
}

/** From where a user's contribution was taken; the four parts add up to it. */
export interface Taking {
  readonly userId: number;
  readonly isOwner: boolean;
  readonly amountMinor: number;
  readonly fromAvailableMinor: number;
  readonly fromPendingMinor: number;
  readonly fromReserveMinor: number;
  /** Not there: the user owes it, and the next money that becomes available to them pays it. */
  readonly fromDebtMinor: number;
  readonly takenReleases: readonly TakenRelease[];
}

/** A refund spares what is held against disputes until nothing else is left. */
export const refundOrder: readonly TakingSource[] = ['user_available', 'own_pending', 'other_pending', 'user_reserve'];

/**
 * A dispute takes first what was held back for it, and then what else of the sale its users could not use yet: money of
 * other sales that they can use, or wait for, comes after.
 */
export const disputeOrder: readonly TakingSource[] = ['user_reserve', 'own_pending', 'user_available', 'other_pending'];

/** Takes a contribution from what its user has, source by source, and leaves a debt where that is too little. */
export const takeBack = (
  contribution: Contribution,
  holding: Holding | undefined,
  order: readonly TakingSource[],
): Taking => {
  const taken: Record<TakingSource, number> = { user_available: 0, own_pending: 0, other_pending: 0, user_reserve: 0 };
  const takenReleases: TakenRelease[] = [];
  let leftMinor = contribution.amountMinor;
  for (const source of order) {
    const parts = holding === undefined ? [] : partsOf(holding, source, leftMinor);
    taken[source] = sumMinor(parts.map(({ takenMinor }) => takenMinor));
    takenReleases.push(...parts.filter(isOfRelease));
    leftMinor -= taken[source];
  }
  return {
    ...contribution,
    fromAvailableMinor: taken.user_available,
    fromPendingMinor: taken.own_pending + taken.other_pending,
    fromReserveMinor: taken.user_reserve,
    fromDebtMinor: leftMinor,
    takenReleases,
  };
};

interface Part {
  readonly release: Release | undefined;
  readonly takenMinor: number;
}

const isOfRelease = (part: Part): part is TakenRelease => part.release !== undefined;

/** The parts taken from one source, up to an amount. */
const partsOf = (holding: Holding, source: TakingSource, amountMinor: number): Part[] => {
  const { availableMinor, planned } = holding;
  if (source === 'user_available') return [{ release: undefined, takenMinor: Math.min(availableMinor, amountMinor) }];
  const parts: Part[] = [];
  let leftMinor = amountMinor;
  for (const release of planned.filter((each) => sourceOf(each, holding) === source)) {
    const takenMinor = Math.min(release.amountMinor, leftMinor);
    if (takenMinor > 0) parts.push({ release, takenMinor });
    leftMinor -= takenMinor;
  }
  return parts;
};

const sourceOf = ({ source, settlementId }: Release, holding: Holding): TakingSource => {
  if (source === 'user_reserve') return source;
  return settlementId === holding.settlementId ? 'own_pending' : 'other_pending';
};

/** The side of the users in the transaction that takes something back. */
export const takingPostings = (kind: PostingKind, takings: readonly Taking[], currency: string): Posting[] =>
  takings.flatMap(({ userId, ...from }) => [
    ...debit(kind, { kind: 'user_available', userId }, from.fromAvailableMinor, currency),
    ...debit(kind, { kind: 'user_pending', userId }, from.fromPendingMinor, currency),
    ...debit(kind, { kind: 'user_reserve', userId }, from.fromReserveMinor, currency),
    ...debit(kind, { kind: 'user_debt', userId }, from.fromDebtMinor, currency),
  ]);
