import { type Profile } from '@repasse/chassis/auth/principal';
import { type TokenVerifier } from '@repasse/chassis/auth/token-verifier';
import { type ApiResponse, type Operation } from '@repasse/chassis/http/app';
import { problem } from '@repasse/chassis/http/problem';
import { type Arrival } from '@repasse/chassis/limits/caller-address';
import { type Authenticate } from './authenticate';
import { basicCredentials, type Credentials } from './credentials';
import { currentScopes, profileOf } from './rules';

export interface ValidationDependencies {
  readonly authenticate: Authenticate;
  readonly verifyToken: TokenVerifier;
}

interface Validation {
  readonly userId: number;
  readonly clientId: string;
  readonly profile: Profile;
  readonly scopes: readonly string[];
  readonly expiresAt: string | null;
}

/**
 * GET /api-key/validate: what a token or a key is good for at this moment. The other services hear of a revoked key or a
 * suspended user within seconds; here they are refused at once.
 */
export const validateApiKey = (deps: ValidationDependencies): Operation => ({
  handle: async ({ headers, remoteAddress }) => {
    if (headers.authorization === undefined) return refuse('auth.token_missing', 'Send an Authorization header.');
    const credentials = basicCredentials(headers);
    const [, token] = /^Bearer +(\S+) *$/i.exec(headers.authorization) ?? [];
    const arrival = { forwardedFor: headers['x-forwarded-for'], remoteAddress };
    const validation = credentials === undefined ? await ofToken(deps, token) : await ofKey(deps, credentials, arrival);
    if (validation === undefined)
      return refuse('auth.token_invalid', 'It is unknown, altered, expired or revoked, or its user is suspended.');
    return { status: 200, headers: { 'Cache-Control': 'no-store' }, body: { valid: true, ...validation } };
  },
});

const ofKey = async (
  deps: ValidationDependencies,
  credentials: Credentials,
  arrival: Arrival,
): Promise<Validation | undefined> => {
  const authentication = await deps.authenticate(credentials, arrival);
  if (authentication.outcome === 'refused') return undefined;
  const { key } = authentication;
  const { userId, clientId, expiresAt } = key;
  return { userId, clientId, profile: profileOf(key), scopes: currentScopes(key), expiresAt };
};

const ofToken = async (deps: ValidationDependencies, token: string | undefined): Promise<Validation | undefined> =>
  token === undefined ? undefined : deps.verifyToken(token);

const refuse = (code: 'auth.token_missing' | 'auth.token_invalid', detail: string): ApiResponse =>
  problem({
    status: 401,
    code,
    detail,
    headers: { 'WWW-Authenticate': 'Bearer realm="repasse", Basic realm="repasse"' },
  });
