import { type WebhookEventType } from '../event-types';
import { type Announcement, type Announcers } from './announcement';

/** The legal side of users who are paid. Nothing personal is in these events, and nothing of it in the messages. */
export const recipientAnnouncers: Announcers<
  | 'repasse.recipient.registered.v1'
  | 'repasse.recipient.submitted.v1'
  | 'repasse.recipient.verified.v1'
  | 'repasse.recipient.refused.v1'
  | 'repasse.recipient.suspended.v1'
  | 'repasse.recipient.reopened.v1'
  | 'repasse.recipient.erased.v1'
> = {
  'repasse.recipient.registered.v1': (recipient) =>
    ofRecipient(recipient, 'recipient.registered', recipient.registeredAt, {
      ...{ verification: 'NOT_STARTED', kind: recipient.recipientKind },
    }),
  'repasse.recipient.submitted.v1': (recipient) =>
    ofRecipient(recipient, 'recipient.submitted', recipient.submittedAt, { verification: 'PENDING' }),
  'repasse.recipient.verified.v1': (recipient) =>
    ofRecipient(recipient, 'recipient.verified', recipient.verifiedAt, { verification: 'VERIFIED' }),
  'repasse.recipient.refused.v1': (recipient) =>
    ofRecipient(recipient, 'recipient.refused', recipient.refusedAt, {
      ...{ verification: 'REFUSED', reasons: recipient.refusalReasons },
    }),
  'repasse.recipient.suspended.v1': (recipient) =>
    ofRecipient(recipient, 'recipient.suspended', recipient.suspendedAt, {
      ...{ verification: 'SUSPENDED', reasons: [recipient.suspensionReason] },
    }),
  'repasse.recipient.reopened.v1': (recipient) =>
    ofRecipient(recipient, 'recipient.reopened', recipient.reopenedAt, { verification: 'NOT_STARTED' }),
  'repasse.recipient.erased.v1': (recipient) =>
    ofRecipient(recipient, 'recipient.erased', recipient.erasedAt, { verification: 'ERASED' }),
};

export interface Recipient {
  readonly userId: number;
  readonly managerUserId?: number | null;
}

const ofRecipient = (
  recipient: Recipient,
  type: WebhookEventType,
  occurredAt: string,
  more: Readonly<Record<string, unknown>>,
): readonly Announcement[] => toBoth(recipient, type, occurredAt, { recipient: { userId: recipient.userId, ...more } });

/** To the user, and to the merchant that looks after them. */
export const toBoth = (
  { userId, managerUserId = null }: Recipient,
  type: WebhookEventType,
  occurredAt: string,
  data: Readonly<Record<string, unknown>>,
): readonly Announcement[] =>
  [userId, ...(managerUserId === null ? [] : [managerUserId])].map((told) => ({
    ...{ userId: told, type, occurredAt, chargeId: null, invoiceId: null, isOwner: true },
    dataOf: () => data,
  }));
