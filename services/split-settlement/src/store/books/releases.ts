import { type Contribution } from '../../domain/divide-reversal';
import { type Release } from '../../domain/release';
import { type Holding, type Taking } from '../../domain/take-back';
import { type Entries } from './entries';

export interface PlannedRelease extends Release {
  /** Null while it waits for its day. */
  readonly transactionId: string | null;
}

/** The planned releases of users. */
export interface Releases {
  /** Plans what is to be released and when, and notes what already is. */
  readonly plan: (releases: readonly PlannedRelease[]) => void;
  /**
   * The holding of a user from whom something is taken: available money and planned releases, in the order in which
   * they may be taken: those of `settlementId` before others, and of each the last to come first, so that what was
   * promised soonest is touched last. Other ones are touched only where the user's available money and the own ones do
   * not suffice.
   */
  readonly holdingOf: (contribution: Contribution, o: HoldingOptions) => Holding;
  /** Takes amounts from planned releases; they are not released any more. */
  readonly take: (takings: readonly Taking[]) => void;
  /** Marks waiting releases as released. */
  readonly end: (releases: readonly Release[], transactionId: string) => void;
  readonly entries: () => Entries;
}

export interface HoldingOptions {
  /** The settlement of which it is taken back. */
  readonly settlementId: string | null;
  readonly currency: string;
  readonly availableMinor: number;
}

interface Waiting {
  readonly release: Release;
  leftMinor: number;
  takenMinor: number;
}

export const openReleases = (read: readonly Release[]): Releases => {
  const waiting = new Map<string, Waiting>(read.map((release) => [keyOf(release), waitingOf(release)]));
  const planned: object[] = [];
  const ended: object[] = [];

  const holdingOf = (
    contribution: Contribution,
    { settlementId, currency, availableMinor }: HoldingOptions,
  ): Holding => {
    const { userId, amountMinor } = contribution;
    const left = [...waiting.values()]
      .filter(({ release, leftMinor }) => release.userId === userId && release.currency === currency && leftMinor > 0)
      .map(({ release, leftMinor }) => ({ ...release, amountMinor: leftMinor }))
      .sort(lastFirst);
    const own = left.filter((release) => release.settlementId === settlementId);
    const others = left.filter((release) => release.settlementId !== settlementId && release.source === 'user_pending');
    const shortMinor = amountMinor - availableMinor - sumOf(own);
    return { userId, availableMinor, settlementId, planned: [...own, ...upTo(shortMinor, others)] };
  };

  return {
    plan: (releases) => {
      for (const release of releases) {
        planned.push(plannedRow(release));
        if (release.transactionId === null) waiting.set(keyOf(release), waitingOf(release));
      }
    },
    holdingOf,
    take: (takings) => {
      for (const { release, takenMinor } of takings.flatMap(({ takenReleases }) => takenReleases)) {
        const entry = waiting.get(keyOf(release));
        if (entry === undefined) throw new Error(`The release ${keyOf(release)} was not read.`);
        entry.leftMinor -= takenMinor;
        entry.takenMinor += takenMinor;
      }
    },
    end: (releases, transactionId) => {
      ended.push(...releases.map((release) => ({ ...keyRow(release), transaction_id: transactionId })));
    },
    entries: () => ({
      new_releases: planned,
      taken_releases: [...waiting.values()].filter(({ takenMinor }) => takenMinor > 0).map(takenRow),
      ended_releases: ended,
    }),
  };
};

const waitingOf = (release: Release): Waiting => ({ release, leftMinor: release.amountMinor, takenMinor: 0 });

const keyOf = ({ settlementId, userId, source, installment }: Release): string =>
  `${settlementId} ${userId} ${source} ${installment}`;

const lastFirst = (one: Release, other: Release): number =>
  Date.parse(other.dueAt) - Date.parse(one.dueAt) ||
  compared(one.settlementId, other.settlementId) ||
  other.installment - one.installment;

const compared = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

const sumOf = (releases: readonly Release[]): number => releases.reduce((sum, { amountMinor }) => sum + amountMinor, 0);

/** The first of them, as many as it takes to reach the amount. */
const upTo = (amountMinor: number, releases: readonly Release[]): Release[] => {
  const taken: Release[] = [];
  let leftMinor = amountMinor;
  for (const release of releases) {
    if (leftMinor <= 0) break;
    taken.push(release);
    leftMinor -= release.amountMinor;
  }
  return taken;
};

const keyRow = ({ settlementId, userId, source, installment }: Release): object => ({
  settlement_id: settlementId,
  user_id: userId,
  source,
  installment,
});

const plannedRow = (release: PlannedRelease): object => ({
  settlement_id: release.settlementId,
  user_id: release.userId,
  source: release.source,
  installment: release.installment,
  amount_minor: release.amountMinor,
  currency: release.currency,
  due_at: release.dueAt,
  transaction_id: release.transactionId,
  taken_minor: 0,
});

const takenRow = ({ release, takenMinor }: Waiting): object => ({ ...keyRow(release), taken_minor: takenMinor });
