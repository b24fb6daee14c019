import { type Profile } from '@repasse/chassis/auth/principal';
import { type Clock } from '@repasse/chassis/clock';
import { type Ids } from '@repasse/chassis/ids';
import { SignJWT } from 'jose';
import { type KeyRing } from '../keys/key-ring';

export interface Signing {
  readonly ring: KeyRing;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly issuer: string;
}

export interface Claims {
  readonly userId: number;
  readonly clientId: string;
  readonly profile: Profile;
  readonly scopes: readonly string[];
  /** Claims of who acts for the user: a person in a session, or a portal link, which is its own session. */
  readonly acting?: {
    readonly act: { readonly sub: string };
    readonly sid?: string;
    readonly auth_time?: number;
    readonly refund_minor_max?: number;
  };
}

/** A token that says who may do what until it ends; every service verifies it by itself. */
export const signAccessToken = (
  { ring, clock, ids, issuer }: Signing,
  { userId, clientId, profile, scopes, acting }: Claims,
  ttlSecondsAt: (issuedAtSeconds: number) => number,
): { readonly token: Promise<string>; readonly ttlSeconds: number } => {
  const issuedAtSeconds = Math.floor(clock.now().getTime() / 1_000);
  const ttlSeconds = ttlSecondsAt(issuedAtSeconds);
  const jwt = new SignJWT({ ...acting, client_id: clientId, profile, scope: scopes.join(' ') })
    .setIssuer(issuer)
    .setSubject(String(userId))
    .setJti(ids.ulid())
    .setIssuedAt(issuedAtSeconds)
    .setExpirationTime(issuedAtSeconds + ttlSeconds);
  return { token: ring.sign(jwt), ttlSeconds };
};
