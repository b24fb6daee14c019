import type { Tx } from '@repasse/chassis/postgres/database';
import type { AnyEvent } from '@repasse/contracts';
import { grantProfile, keepUser, setUserStatus } from '../store/users';

/** identity.events.v1 → this service's copy of the users, so that a split finds its recipients without a call. */
export const consumeUsers = async (event: AnyEvent, tx: Tx): Promise<void> => {
  switch (event.type) {
    case 'repasse.user.registered.v1':
      return keepUser(tx, event.data);
    case 'repasse.user.activated.v1':
      return setUserStatus(tx, event.data.userId, 'ACTIVE');
    case 'repasse.user.suspended.v1':
      return setUserStatus(tx, event.data.userId, 'SUSPENDED');
    case 'repasse.profile.granted.v1':
      return grantProfile(tx, event.data.userId, event.data.profile);
    // Keys are identity's own matter.
    default:
      return undefined;
  }
};
