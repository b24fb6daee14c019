import { type Reversal } from '../domain/reversal';
import { type Books } from '../store/books/books';

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
