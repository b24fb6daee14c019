import { type WebhookEventType } from '../event-types';
import { type Announcement, type Announcers } from './announcement';
import { toBoth, type Recipient } from './recipients';

/** Where users are paid: a key, account or address that somebody else named is noticed before money goes there. */
export const destinationAnnouncers: Announcers<
  | 'repasse.destination.added.v1'
  | 'repasse.destination.confirmed.v1'
  | 'repasse.destination.made_default.v1'
  | 'repasse.destination.removed.v1'
> = {
  'repasse.destination.added.v1': (destination) => {
    const { rail, destinationKind: kind, destinationLabel: label, isOwnDocument, isDefault, usableAt } = destination;
    return ofDestination(destination, 'destination.added', destination.addedAt, {
      ...{ rail, kind, label, isOwnDocument, isDefault, usableAt },
    });
  },
  'repasse.destination.confirmed.v1': (destination) =>
    ofDestination(destination, 'destination.confirmed', destination.confirmedAt),
  'repasse.destination.made_default.v1': (destination) =>
    ofDestination(destination, 'destination.made_default', destination.changedAt),
  'repasse.destination.removed.v1': (destination) =>
    ofDestination(destination, 'destination.removed', destination.removedAt),
};

const ofDestination = (
  destination: Recipient & { readonly destinationId: string },
  type: WebhookEventType,
  occurredAt: string,
  more: Readonly<Record<string, unknown>> = {},
): readonly Announcement[] => {
  const { userId, destinationId: id } = destination;
  return toBoth(destination, type, occurredAt, { destination: { id, userId, ...more } });
};
