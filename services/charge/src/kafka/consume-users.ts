import type { Tx } from '@repasse/chassis/postgres/database';
import type { AnyEvent } from '@repasse/contracts';
import { findUsers, keepUsers, type User } from '../store/users';

/** identity.events.v1 → this service's copy of the users, so that a split finds its recipients without a call. */
export const consumeUsers = async (events: readonly AnyEvent[], tx: Tx): Promise<void> => {
  const touched = new Set(events.flatMap(userIdIn));
  if (touched.size === 0) return;
  const users = new Map((await findUsers(tx, [...touched])).map((user) => [user.userId, user]));
  for (const event of events) {
    const [userId] = userIdIn(event);
    const changed = userId === undefined ? undefined : userAfter(event, users.get(userId));
    if (changed !== undefined) users.set(changed.userId, changed);
  }
  await keepUsers(tx, [...users.values()]);
};

const userIdIn = (event: AnyEvent): readonly number[] => {
  switch (event.type) {
    case 'repasse.user.registered.v1':
    case 'repasse.user.activated.v1':
    case 'repasse.user.suspended.v1':
    case 'repasse.profile.granted.v1':
      return [event.data.userId];
    // Keys are identity's own matter.
    default:
      return [];
  }
};

/** Undefined for a user nobody has told of: there is nothing to change. */
const userAfter = (event: AnyEvent, user: User | undefined): User | undefined => {
  switch (event.type) {
    case 'repasse.user.registered.v1': {
      const { userId, emailHash, status, profiles } = event.data;
      return { userId, emailHash, status, profiles };
    }
    case 'repasse.user.activated.v1':
      return user && { ...user, status: 'ACTIVE' };
    case 'repasse.user.suspended.v1':
      return user && { ...user, status: 'SUSPENDED' };
    case 'repasse.profile.granted.v1':
      return user && { ...user, profiles: [...new Set([...user.profiles, event.data.profile])] };
    default:
      return user;
  }
};
