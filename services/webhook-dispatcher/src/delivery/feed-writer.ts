import { type Announcement, type Background } from '../domain/announcements/announcement';
import { messageBody } from '../domain/message-body';
import { type FeedBackground, type Message } from '../store/feeds';

/** Numbers announcements behind the ends of their feeds, and writes their bodies. */
export const createFeedWriter = ({ feeds, charges, invoices }: FeedBackground) => {
  const ends = new Map(feeds.map((end) => [end.user_id, { sequence: end.last_sequence, id: end.last_webhook_id }]));
  const chargeEnds = new Map(charges.map(({ charge_id, last_sequence }) => [charge_id, last_sequence]));
  const summaries = new Map(charges.map(({ charge_id, summary }) => [charge_id, summary]));
  const askedAmounts = new Map(invoices.map(({ invoice_id, gross_amount_minor }) => [invoice_id, gross_amount_minor]));

  const backgroundOf = ({ chargeId, invoiceId }: Announcement): Background => ({
    charge: chargeId === null ? null : (summaries.get(chargeId) ?? { id: chargeId }),
    attemptAmountMinor: invoiceId === null ? null : (askedAmounts.get(invoiceId) ?? null),
  });
  const nextOfCharge = ({ chargeId, isOwner }: Announcement): number | null => {
    if (chargeId === null || !isOwner) return null;
    const next = (chargeEnds.get(chargeId) ?? 0) + 1;
    chargeEnds.set(chargeId, next);
    return next;
  };

  return {
    write: (id: string, announcement: Announcement): Message => {
      const { userId, chargeId, invoiceId, withdrawalId = null, type } = announcement;
      const end = ends.get(userId);
      if (end === undefined) throw new Error(`The feed of user ${userId} was not read.`);
      const place = { sequence: end.sequence + 1, previousId: end.id, chargeSequence: nextOfCharge(announcement) };
      ends.set(userId, { sequence: place.sequence, id });
      return {
        webhook_id: id,
        user_id: userId,
        sequence: place.sequence,
        charge_id: chargeId,
        charge_sequence: place.chargeSequence,
        invoice_id: invoiceId,
        withdrawal_id: withdrawalId,
        event_type: type,
        body: messageBody(id, announcement, place, backgroundOf(announcement)),
      };
    },
  };
};
