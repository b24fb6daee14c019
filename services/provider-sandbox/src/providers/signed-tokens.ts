import { createHash } from 'node:crypto';
import { type Clock } from '@repasse/chassis/clock';
import { type JWTPayload, jwtVerify, SignJWT } from 'jose';

/** The tokens that a provider gives its callers. */
export interface SignedTokens {
  readonly ttlSeconds: number;
  issue(claims: JWTPayload): Promise<string>;
  /** Undefined for a token that is forged or has expired. */
  claimsOf(token: string): Promise<JWTPayload | undefined>;
}

/** Callers renew their token once in a while, so these are many callers. */
const rememberedMax = 100;

/**
 * Tokens are signed with a key derived from the caller's secret. That keeps them valid over a restart without a table,
 * and voids them all when the secret changes. They live by the sandbox's clock, as their users do.
 */
export const createSignedTokens = (secret: string, ttlSeconds: number, clock: Clock): SignedTokens => {
  // Each call of a client shows the same token, and a signature costs as much to check as the rest of a small answer.
  const sound = new Map<string, { readonly claims: JWTPayload; readonly expiresAt: Date }>();
  const key = createHash('sha256').update(secret).digest();
  return {
    ttlSeconds,
    issue: (claims) => {
      const now = clock.now();
      return new SignJWT(claims)
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setIssuedAt(now)
        .setExpirationTime(new Date(now.getTime() + ttlSeconds * 1_000))
        .sign(key);
    },
    claimsOf: async (token) => {
      const known = sound.get(token);
      if (known !== undefined && clock.now() < known.expiresAt) return known.claims;
      sound.delete(token);
      try {
        const options = { algorithms: ['HS256'], currentDate: clock.now(), requiredClaims: ['exp'] };
        const { payload: claims } = await jwtVerify(token, key, options);
        if (sound.size >= rememberedMax) sound.clear();
        sound.set(token, { claims, expiresAt: new Date((claims.exp ?? 0) * 1_000) });
        return claims;
      } catch {
        return undefined;
      }
    },
  };
};
