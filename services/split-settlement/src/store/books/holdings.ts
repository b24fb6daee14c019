import { type Contribution } from '../../domain/divide-reversal';
import { type Holding } from '../../domain/take-back';
import { type Books } from './books';

interface HoldingsOptions {
  /** Whose planned releases shrink first. */
  readonly releasesOf: string | null;
  readonly currency: string;
}

/** The holding of each user who gives. */
export const holdingsOf = (
  contributions: readonly Contribution[],
  { accounts, releases }: Pick<Books, 'accounts' | 'releases'>,
  { releasesOf, currency }: HoldingsOptions,
): ReadonlyMap<number, Holding> =>
  new Map(
    contributions.map((contribution) => {
      const availableMinor = accounts.availableMinor(contribution.userId, currency);
      return [
        contribution.userId,
        releases.holdingOf(contribution, { settlementId: releasesOf, currency, availableMinor }),
      ];
    }),
  );
