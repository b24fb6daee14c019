import { createHash } from 'node:crypto';
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

/**
 * Tokens are signed with a key derived from the client's secret. That keeps them valid over a restart without a table,
 * and voids them all when the secret changes.
 */
export const createAccessTokens = (clientId: string, clientSecret: string): AccessTokens => {
  const key = createHash('sha256').update(`access-token:${clientSecret}`).digest();
  return {
    issue: (scope) =>
      new SignJWT({ scope: scope.join(' ') })
        .setProtectedHeader({ alg: 'HS256' })
        .setSubject(clientId)
        .setIssuedAt()
        .setExpirationTime(`${tokenTtlSeconds}s`)
        .sign(key),
    scopesOf: async (token) => {
      try {
        const { payload } = await jwtVerify(token, key, { algorithms: ['HS256'], subject: clientId });
        return typeof payload['scope'] === 'string' ? payload['scope'].split(' ') : [];
      } catch {
        return undefined;
      }
    },
  };
};
