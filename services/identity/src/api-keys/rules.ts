import { type Profile } from '@repasse/chassis/auth/principal';
import { scopesOfMerchantKeys, scopesOfStaffKeys } from '@repasse/contracts/roles';
import { userEvent, type UserEvent } from '../public/user-events';
import { type ApiKey, type ApiKeyOfUser } from './table';

/** The scopes that keys of a user with these profiles may have. */
export const scopesOf = (profiles: readonly Profile[]): readonly string[] =>
  profiles.some((profile) => profile !== 'CUSTOMER')
    ? [...scopesOfMerchantKeys, ...scopesOfStaffKeys]
    : scopesOfMerchantKeys;

/** Revoked ones included, so that a list needs no pages. No merchant deploys to more places than this. */
export const apiKeysMax = 50;

/** The oldest revoked keys make room for a new one; the events remember them. Undefined when all are in use. */
export const keysToForget = (newestFirst: readonly ApiKey[]): readonly string[] | undefined => {
  const excess = newestFirst.length - (apiKeysMax - 1);
  if (excess <= 0) return [];
  const revoked = newestFirst.filter(({ revokedAt }) => revokedAt !== null);
  return revoked.length < excess ? undefined : revoked.slice(-excess).map(({ clientId }) => clientId);
};

export const keyRefusals = ['unknown_client', 'wrong_secret', 'revoked', 'expired', 'user_suspended'] as const;

export type KeyRefusal = (typeof keyRefusals)[number];

/** Why a key that proved its secret is no good now; undefined when it is. */
export const whyNotUsable = (key: ApiKeyOfUser, now: string): KeyRefusal | undefined => {
  if (key.revokedAt !== null) return 'revoked';
  if (key.expiresAt !== null && key.expiresAt <= now) return 'expired';
  return key.userStatus === 'ACTIVE' ? undefined : 'user_suspended';
};

export const issued = ({ userId, clientId, scopes, expiresAt, createdAt }: ApiKey): UserEvent =>
  userEvent('repasse.api_key.issued.v1', createdAt, {
    userId,
    clientId,
    scopes: [...scopes],
    expiresAt,
    issuedAt: createdAt,
  });

export const revoked = ({ userId, clientId }: ApiKey, now: string): UserEvent =>
  userEvent('repasse.api_key.revoked.v1', now, { userId, clientId, revokedAt: now });
