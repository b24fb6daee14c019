import { type Announcement } from '@repasse/chassis/outbox/outbox';
import { type HeldShare } from '../domain/held-share';

const factsOf = ({ heldShareId, settlementId, chargeId, ownerUserId: userId, currency }: HeldShare) => ({
  ...{ heldShareId, settlementId, chargeId, userId, currency },
});

/** That a part of the owner's share waits for a recipient whom nobody knows. */
export const heldEvent = (share: HeldShare, heldAt: string): Announcement<'repasse.share.held.v1'> => ({
  type: 'repasse.share.held.v1',
  key: share.chargeId,
  time: heldAt,
  data: { ...factsOf(share), amountMinor: share.amountMinor, returnAt: share.returnAt, heldAt },
});

/** That its recipient has it. */
export const claimedEvent = (
  share: HeldShare,
  { userId: claimedByUserId, amountMinor }: { readonly userId: number; readonly amountMinor: number },
  claimedAt: string,
): Announcement<'repasse.share.claimed.v1'> => ({
  type: 'repasse.share.claimed.v1',
  key: share.chargeId,
  time: claimedAt,
  data: { ...factsOf(share), claimedByUserId, amountMinor, claimedAt },
});

/** That it is the owner's again, or a part of it. */
export const returnedEvent = (
  share: HeldShare,
  amountMinor: number,
  returnedAt: string,
): Announcement<'repasse.share.returned.v1'> => ({
  type: 'repasse.share.returned.v1',
  key: share.chargeId,
  time: returnedAt,
  data: { ...factsOf(share), amountMinor, returnedAt },
});
