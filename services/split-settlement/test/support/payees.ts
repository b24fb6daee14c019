import { randomIds } from '@repasse/chassis/ids';
import { type AnyEvent, type EventData } from '@repasse/contracts';
import { eventOf } from './charges';

const addedAt = '2025-12-01T12:00:00.000Z';

/** What identity tells of a seller who is verified and has one destination, which can be used. */
export const verifiedSeller = (
  userId: number,
  change: Partial<EventData['repasse.destination.added.v1']> = {},
): readonly AnyEvent[] => {
  const managerUserId = change.managerUserId ?? null;
  const destination = { userId, managerUserId, isDefault: true, usableAt: addedAt, addedAt };
  return [
    eventOf('repasse.recipient.registered.v1', String(userId), 1, addedAt, { userId, managerUserId }),
    eventOf('repasse.recipient.verified.v1', String(userId), 2, addedAt, { userId, managerUserId }),
    eventOf('repasse.destination.added.v1', String(userId), 3, addedAt, {
      ...destination,
      destinationId: `dst_${randomIds.ulid()}`,
      ...change,
    }),
  ];
};
