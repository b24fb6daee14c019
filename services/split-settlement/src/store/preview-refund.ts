import { type Ids } from '@repasse/chassis/ids';
import { type Database } from '@repasse/chassis/postgres/database';
import { divideReversal, type Contribution } from '../domain/divide-reversal';
import { refundOrder, takeBack, type Taking } from '../domain/take-back';
import { peekBooks } from './books/books';
import { holdingsOf } from './books/holdings';
import { type Refundable } from './read-refundable';
import { type StoredSettlement } from './read-settlement';

/** A refund takes the charge's booked money first, then what its merchant holds beside it, then what they kept of that. */
export const partsOfRefund = (
  { bookedMinor, heldMinor }: Pick<Refundable, 'bookedMinor' | 'heldMinor'>,
  amountMinor: number,
): { readonly dividedMinor: number; readonly keptMinor: number } => {
  const dividedMinor = Math.min(amountMinor, Math.max(0, bookedMinor));
  return { dividedMinor, keptMinor: Math.max(0, amountMinor - dividedMinor - heldMinor) };
};

/**
 * The amounts that a refund would take from each user at this moment. It reads what a refund reads, at one moment and
 * without the ledger's lock, in a transaction that cannot write.
 */
export const previewRefund = (
  db: Database,
  ids: Ids,
  { chargeId, currency }: StoredSettlement,
  { dividedMinor, keptMinor }: ReturnType<typeof partsOfRefund>,
): Promise<readonly Taking[]> =>
  db.transaction(async (tx) => {
    const books = await peekBooks(tx, [{ reversed: [{ chargeId, amountMinor: dividedMinor + keptMinor }] }], ids);
    const settlement = books.settlements.ofCharge(chargeId);
    if (settlement === undefined) throw new Error(`The settlement of charge ${chargeId} is gone.`);
    const { settlementId, parties } = settlement;
    const owner = parties.find(({ isOwner }) => isOwner);
    const contributions = withKept(divideReversal(parties, dividedMinor, null), owner?.userId, keptMinor);
    const holdings = holdingsOf(contributions, books, { releasesOf: settlementId, currency });
    return contributions.map((contribution) => takeBack(contribution, holdings.get(contribution.userId), refundOrder));
  });

/** Money that a merchant kept beside the charge is theirs alone. */
export const withKept = (
  contributions: readonly Contribution[],
  ownerId: number | undefined,
  keptMinor: number,
): readonly Contribution[] => {
  if (keptMinor === 0 || ownerId === undefined) return contributions;
  const others = contributions.filter(({ isOwner }) => !isOwner);
  const ownMinor = contributions.find(({ isOwner }) => isOwner)?.amountMinor ?? 0;
  return [{ userId: ownerId, isOwner: true, amountMinor: ownMinor + keptMinor }, ...others];
};
