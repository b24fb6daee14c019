import { createHash } from 'node:crypto';
import { type Clock } from '@repasse/chassis/clock';
import { jwtVerify, SignJWT } from 'jose';

export const scopes = ['cob.read', 'cob.write', 'pix.read', 'pix.write', 'webhook.read', 'webhook.write'] as const;
export type PixScope = (typeof scopes)[number];

/** An hour, as most PSPs give; clients should renew by expires_in rather than by habit. */
export const tokenTtlSeconds = 3_600;

export interface AccessTokens {
  issue(scope: readonly string[]): Promise<string>;
  /** The scopes of a valid token, or undefined. */
  scopesOf(token: string): Promise<readonly string[] | undefined>;
}

/** Clients renew their token once an hour, so these are many clients. */
const rememberedMax = 100;

/**
 * Tokens are signed with a key derived from the client's secret. That keeps them valid over a restart without a table,
 * and voids them all when the secret changes. They live by the sandbox's clock, as their users do.
 */
export const createAccessTokens = (clientId: string, clientSecret: string, clock: Clock): AccessTokens => {
  // Each call of a client shows the same token, and a signature costs as much to check as the rest of a small answer.
  const sound = new Map<string, { readonly scopes: readonly string[]; readonly expiresAt: Date }>();
  const key = createHash('sha256').update(`access-token:${clientSecret}`).digest();
  return {
    issue: (scope) => {
      const now = clock.now();
      return new SignJWT({ scope: scope.join(' ') })
        .setProtectedHeader({ alg: 'HS256' })
        .setSubject(clientId)
        .setIssuedAt(now)
        .setExpirationTime(new Date(now.getTime() + tokenTtlSeconds * 1_000))
        .sign(key);
    },
    scopesOf: async (token) => {
      const known = sound.get(token);
      if (known !== undefined && clock.now() < known.expiresAt) return known.scopes;
      sound.delete(token);
      try {
        const { payload } = await jwtVerify(token, key, {
          algorithms: ['HS256'],
          subject: clientId,
          currentDate: clock.now(),
          requiredClaims: ['exp'],
        });
        const scopes = typeof payload['scope'] === 'string' ? payload['scope'].split(' ') : [];
        if (sound.size >= rememberedMax) sound.clear();
        sound.set(token, { scopes, expiresAt: new Date((payload.exp ?? 0) * 1_000) });
        return scopes;
      } catch {
        return undefined;
      }
    },
  };
};
