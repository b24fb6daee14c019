import { divideReversal, type SplitRefund } from '../../domain/divide-reversal';
import { reverse, type Reversal, type ReversalFacts } from '../../domain/reversal';
import { type Books } from './books';
import { holdingsOf } from './holdings';
import { type ReversibleSettlement } from './read-books';

export type ChargeReversalFacts = Omit<ReversalFacts, 'settlementId' | 'isListed'>;

/**
 * The amounts that a reversal of a paid charge takes, and from whom. Refunds and previews of them are divided here
 * alike.
 */
export const reverseCharge = (
  facts: ChargeReversalFacts,
  { settlementId, parties }: ReversibleSettlement,
  splitRefund: SplitRefund | null,
  books: Pick<Books, 'accounts' | 'releases'>,
): Reversal => {
  const contributions = divideReversal(parties, facts.amountMinor, splitRefund);
  const holdings = holdingsOf(contributions, books, { releasesOf: settlementId, currency: facts.currency });
  return reverse({ ...facts, settlementId, isListed: splitRefund !== null }, contributions, holdings);
};
