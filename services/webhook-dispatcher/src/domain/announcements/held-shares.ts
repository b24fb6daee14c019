import { formatMinor } from '@repasse/values/money';
import { type WebhookEventType } from '../event-types';
import { type Announcement, type Announcers } from './announcement';

/** Shares that wait for recipients whom nobody knows: the owner is told of each step, the recipient of theirs. */
export const heldShareAnnouncers: Announcers<
  'repasse.share.held.v1' | 'repasse.share.claimed.v1' | 'repasse.share.returned.v1'
> = {
  'repasse.share.held.v1': (share) => [
    ofOwner(share, 'settlement.share_held', share.heldAt, { status: 'HELD', returnAt: share.returnAt }),
  ],
  'repasse.share.claimed.v1': (share) => {
    const told = ofOwner(share, 'settlement.share_claimed', share.claimedAt, {
      ...{ status: 'CLAIMED', claimedBy: share.claimedByUserId },
    });
    return [told, { ...told, userId: share.claimedByUserId, isOwner: false }];
  },
  'repasse.share.returned.v1': (share) => [
    ofOwner(share, 'settlement.share_returned', share.returnedAt, { status: 'RETURNED' }),
  ],
};

interface HeldShare {
  readonly heldShareId: string;
  readonly chargeId: string;
  readonly userId: number;
  readonly amountMinor: number;
  readonly currency: string;
}

const ofOwner = (
  { heldShareId: id, chargeId, userId, amountMinor, currency }: HeldShare,
  type: WebhookEventType,
  occurredAt: string,
  more: Readonly<Record<string, unknown>>,
): Announcement => ({
  ...{ userId, chargeId, invoiceId: null, type, occurredAt, isOwner: true },
  dataOf: () => ({ heldShare: { id, chargeId, amount: formatMinor(amountMinor), currency, ...more } }),
});
