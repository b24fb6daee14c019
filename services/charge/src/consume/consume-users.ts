import { assertNever } from '@repasse/chassis/decider';
import { type Tx } from '@repasse/chassis/postgres/database';
import { isOfType, type AnyEvent, type EventOfType, type EventType } from '@repasse/contracts';
import { findUsers, keepUsers, type KeptUser, type MerchantProfile } from '../store/users';

/** The types that change a user; keys are identity's own matter. */
export const userTypes = [
  'repasse.user.registered.v1',
  'repasse.user.activated.v1',
  'repasse.user.suspended.v1',
  'repasse.profile.granted.v1',
  'repasse.user.profile_changed.v1',
  'repasse.user.profile_removed.v1',
] as const satisfies readonly EventType[];

const isUserEvent = isOfType(userTypes);

/**
 * identity.events.v1 → this service's copy of the users, so that a split finds its recipients, and the page who is paid,
 * without a call.
 */
export const consumeUsers = async (events: readonly AnyEvent[], tx: Tx): Promise<void> => {
  const own = events.filter(isUserEvent);
  if (own.length === 0) return;
  const touched = new Set(own.map(({ data }) => data.userId));
  const users = new Map((await findUsers(tx, [...touched])).map((user) => [user.userId, user]));
  for (const event of own) {
    const changed = userAfter(event, users.get(event.data.userId));
    if (changed !== undefined) users.set(changed.userId, changed);
  }
  await keepUsers(tx, [...users.values()]);
};

/** Undefined for an unknown user: there is nothing to change. */
const userAfter = (
  event: EventOfType<(typeof userTypes)[number]>,
  user: KeptUser | undefined,
): KeptUser | undefined => {
  switch (event.type) {
    case 'repasse.user.registered.v1': {
      const { userId, emailHash, status, profiles } = event.data;
      return { userId, emailHash, status, profiles, merchantProfile: null };
    }
    case 'repasse.user.activated.v1':
      return user && { ...user, status: 'ACTIVE' };
    case 'repasse.user.suspended.v1':
      return user && { ...user, status: 'SUSPENDED' };
    case 'repasse.profile.granted.v1':
      return user && { ...user, profiles: [...new Set([...user.profiles, event.data.profile])] };
    case 'repasse.user.profile_changed.v1': {
      return user && { ...user, merchantProfile: profileAfter(event.data, user.merchantProfile) };
    }
    case 'repasse.user.profile_removed.v1':
      return user && { ...user, merchantProfile: null };
    default:
      return assertNever(event);
  }
};

/** An older version of identity knows neither origins nor colour, and has changed something else. */
const profileAfter = (
  { displayName, supportEmail, supportUrl, logoPath, frameOrigins, brandColor }: MerchantProfile,
  before: MerchantProfile | null,
): MerchantProfile => ({
  ...{ displayName, supportEmail, supportUrl, logoPath },
  frameOrigins: frameOrigins ?? before?.frameOrigins ?? [],
  brandColor: brandColor === undefined ? (before?.brandColor ?? null) : brandColor,
});
