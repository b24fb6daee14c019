import { isOfType, type AnyEvent, type EventOfType, type EventType } from '@repasse/contracts';
import { assertNever } from '../../decider';
import { defineProjection } from '../../projection/definition';

/** The events of identity that revoke or restore access. */
export const accessTypes = [
  'repasse.user.suspended.v1',
  'repasse.user.activated.v1',
  'repasse.api_key.revoked.v1',
] as const satisfies readonly EventType[];

type AccessEvent = EventOfType<(typeof accessTypes)[number]>;

interface AccessChange {
  readonly kind: 'user' | 'key';
  readonly id: string;
  /** Null gives the access back. */
  readonly revoked_at: string | null;
}

/** Keeps revoked access, as one more effect of a consumer or one more view of a projecting service. */
export const revokedAccess = defineProjection({
  name: 'revoked_access',
  topics: ['identity.events.v1'],
  tables: ['revoked_access'],
  rowsOf: (events) => changesOf(events),
  write: 'keep_revoked_access',
});

/** Whether the event revokes or restores access. */
export const isAccessEvent = isOfType(accessTypes);

/** The last word about each user and key. */
const changesOf = (events: readonly AnyEvent[]): readonly AccessChange[] => {
  const changes = new Map<string, AccessChange>();
  for (const event of events.filter(isAccessEvent)) {
    const change = changeOf(event);
    changes.set(`${change.kind} ${change.id}`, change);
  }
  return [...changes.values()];
};

const changeOf = (event: AccessEvent): AccessChange => {
  switch (event.type) {
    case 'repasse.user.suspended.v1':
      return { kind: 'user', id: String(event.data.userId), revoked_at: event.data.suspendedAt };
    case 'repasse.user.activated.v1':
      return { kind: 'user', id: String(event.data.userId), revoked_at: null };
    case 'repasse.api_key.revoked.v1':
      return { kind: 'key', id: event.data.clientId, revoked_at: event.data.revokedAt };
    default:
      return assertNever(event);
  }
};
