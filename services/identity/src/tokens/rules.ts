import { type Profile } from '@repasse/chassis/auth/principal';
import { scopesOf } from '../api-keys/rules';
import { type ApiKeyOfUser } from '../api-keys/table';

const byPower: readonly Profile[] = ['ADMIN', 'OPERATOR', 'CUSTOMER'];

/** A token speaks in one role: the widest its user has. What it may do is still limited by the key's scopes. */
export const profileOf = ({ userProfiles }: Pick<ApiKeyOfUser, 'userProfiles'>): Profile =>
  byPower.find((profile) => userProfiles.includes(profile)) ?? 'CUSTOMER';

/** The scopes a key has now: what it was issued with, as far as its user's profiles still allow. */
export const currentScopes = ({
  scopes,
  userProfiles,
}: Pick<ApiKeyOfUser, 'scopes' | 'userProfiles'>): readonly string[] =>
  scopes.filter((scope) => scopesOf(userProfiles).includes(scope));

/** A client may ask for less than its key has, never for more. Undefined when it asked for more, or for nothing. */
export const narrowScopes = (
  available: readonly string[],
  requested: string | undefined,
): readonly string[] | undefined => {
  if (requested === undefined) return available.length > 0 ? available : undefined;
  const wanted = [...new Set(requested.split(' '))].filter((scope) => scope !== '');
  return wanted.length > 0 && wanted.every((scope) => available.includes(scope)) ? wanted : undefined;
};

/** How long a token of the key lives when it is issued now: never beyond the key. */
export const ttlSecondsOf = (
  { expiresAt }: Pick<ApiKeyOfUser, 'expiresAt'>,
  issuedAtSeconds: number,
  ttlSecondsMax: number,
): number => {
  if (expiresAt === null) return ttlSecondsMax;
  return Math.max(0, Math.min(ttlSecondsMax, Math.floor(Date.parse(expiresAt) / 1_000) - issuedAtSeconds));
};
