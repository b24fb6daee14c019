import { type Giving } from '../domain/divide-reversal';
import { type Reversal } from '../domain/reversal';
import { type Holding } from '../domain/take-back';
import { type Books } from '../store/books/books';

interface HoldingsOptions {
  /** Whose planned releases shrink first. */
  readonly releasesOf: string | null;
  readonly currency: string;
}

/** What everybody who gives has. */
export const holdingsOf = (
  givings: readonly Giving[],
  { accounts, releases }: Books,
  { releasesOf, currency }: HoldingsOptions,
): ReadonlyMap<number, Holding> =>
  new Map(
    givings.map((giving) => {
      const availableMinor = accounts.availableMinor(giving.userId, currency);
      return [giving.userId, releases.holdingOf(giving, { settlementId: releasesOf, currency, availableMinor })];
    }),
  );

/** Adds a reversal: the transaction, the releases that shrink, and who gave what. */
export const addReversal = (reversal: Reversal, books: Books, bookedAt: string): void => {
  const { settlementId, isListed, takings, transaction } = reversal;
  books.accounts.post(transaction, bookedAt);
  books.releases.take(takings);
  books.reversals.add(reversal, bookedAt);
  if (settlementId === null) return;
  const taken = takings.map(({ userId, amountMinor }) => ({ userId, amountMinor, isListed }));
  books.settlements.takeOf(settlementId, taken);
};
