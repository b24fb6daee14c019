import { type Giving } from '../../domain/divide-reversal';
import { type Holding } from '../../domain/take-back';
import { type Books } from './books';

interface HoldingsOptions {
  /** Whose planned releases shrink first. */
  readonly releasesOf: string | null;
  readonly currency: string;
}

/** The holding of each user who gives. */
export const holdingsOf = (
  givings: readonly Giving[],
  { accounts, releases }: Pick<Books, 'accounts' | 'releases'>,
  { releasesOf, currency }: HoldingsOptions,
): ReadonlyMap<number, Holding> =>
  new Map(
    givings.map((giving) => {
      const availableMinor = accounts.availableMinor(giving.userId, currency);
      return [giving.userId, releases.holdingOf(giving, { settlementId: releasesOf, currency, availableMinor })];
    }),
  );
