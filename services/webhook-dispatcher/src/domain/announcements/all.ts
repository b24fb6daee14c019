import { type AnyEvent, type EventType } from '@repasse/contracts';
import { type Announcement } from './announcement';
import { attemptAnnouncers } from './attempts';
import { chargeAnnouncers } from './charges';
import { coinPaymentAnnouncers } from './coin-payments';
import { destinationAnnouncers } from './destinations';
import { disputeAnnouncers } from './disputes';
import { heldShareAnnouncers } from './held-shares';
import { payoutAnnouncers } from './payouts';
import { recipientAnnouncers } from './recipients';
import { refundAnnouncers } from './refunds';
import { settlementAnnouncers } from './settlements';
import { surplusAnnouncers } from './surpluses';

const announcers = {
  ...chargeAnnouncers,
  ...surplusAnnouncers,
  ...attemptAnnouncers,
  ...coinPaymentAnnouncers,
  ...refundAnnouncers,
  ...disputeAnnouncers,
  ...settlementAnnouncers,
  ...payoutAnnouncers,
  ...heldShareAnnouncers,
  ...recipientAnnouncers,
  ...destinationAnnouncers,
};

export type AnnouncedType = keyof typeof announcers;

/** The events that users are told of. */
export const announcedTypes = Object.keys(announcers) as readonly AnnouncedType[];

type Announcer = (data: unknown) => readonly Announcement[];

/** The messages of an event: none, one to its owner, or one to each user who has a share. */
export const announcementsOf = (event: AnyEvent): readonly Announcement[] => {
  const byType: Partial<Record<EventType, unknown>> = announcers;
  const announcer = byType[event.type] as Announcer | undefined;
  return announcer?.(event.data) ?? [];
};
