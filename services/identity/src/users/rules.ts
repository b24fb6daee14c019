import { createHash } from 'node:crypto';
import { profiles as knownProfiles, type Profile } from '@repasse/chassis/auth/principal';
import { userEvent, type UserEvent } from '../public/user-events';
import { type User, type UserStatus } from './table';

export interface UserChange {
  readonly name?: string;
  readonly status?: UserStatus;
  /** One more profile. Profiles are given and not taken back. */
  readonly profile?: Profile;
}

/** Two spellings of one address are one user. */
export const normaliseEmail = (email: string): string => email.trim().toLowerCase();

/** The hash by which other services know a user, so that addresses stay off the topics. */
export const hashOfEmail = (email: string): string => createHash('sha256').update(normaliseEmail(email)).digest('hex');

export const newUser = (email: string, name: string, profile: Profile, now: string): Omit<User, 'id'> => ({
  email: normaliseEmail(email),
  emailHash: hashOfEmail(email),
  name,
  status: 'ACTIVE',
  profiles: [profile],
  createdAt: now,
  updatedAt: now,
});

export const registered = ({ id, emailHash, status, profiles, createdAt }: User): UserEvent =>
  userEvent('repasse.user.registered.v1', createdAt, {
    userId: id,
    emailHash,
    status,
    profiles: [...profiles],
    registeredAt: createdAt,
  });

/** The user after a change, and its events. A change to the same values has no event. */
export const changeUser = (
  user: User,
  change: UserChange,
  now: string,
): { readonly user: User; readonly events: readonly UserEvent[] } => {
  const events: UserEvent[] = [];
  const { name = user.name, status = user.status, profile } = change;
  if (status !== user.status) events.push(statusEvent(user.id, status, now));

  const isNewProfile = profile !== undefined && !user.profiles.includes(profile);
  if (isNewProfile)
    events.push(userEvent('repasse.profile.granted.v1', now, { userId: user.id, profile, grantedAt: now }));
  if (events.length === 0 && name === user.name) return { user, events };
  const profiles = isNewProfile ? inOrder([...user.profiles, profile]) : user.profiles;
  return { user: { ...user, name, status, profiles, updatedAt: now }, events };
};

const statusEvent = (userId: number, status: UserStatus, now: string): UserEvent =>
  status === 'SUSPENDED'
    ? userEvent('repasse.user.suspended.v1', now, { userId, suspendedAt: now })
    : userEvent('repasse.user.activated.v1', now, { userId, activatedAt: now });

/** In one order, whichever came first. */
export const inOrder = (profiles: readonly Profile[]): readonly Profile[] =>
  knownProfiles.filter((profile) => profiles.includes(profile));
