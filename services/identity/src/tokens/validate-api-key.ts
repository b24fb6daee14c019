import { type Profile } from '@repasse/chassis/auth/principal';
import { type TokenVerifier } from '@repasse/chassis/auth/token-verifier';
import { toIso, type Clock } from '@repasse/chassis/clock';
import { type ApiResponse, type Operation } from '@repasse/chassis/http/app';
import { problem } from '@repasse/chassis/http/problem';
import { type Database } from '@repasse/chassis/postgres/database';
import { whyNotUsable } from '../api-keys/rules';
import { findApiKey } from '../api-keys/table';
import { type Authenticate } from './authenticate';
import { basicCredentials, type Credentials } from './credentials';
import { currentScopes, profileOf } from './rules';

export interface ValidationDependencies {
  readonly db: Database;
  readonly authenticate: Authenticate;
  readonly verifyToken: TokenVerifier;
  readonly clock: Clock;
}

interface Validation {
  readonly userId: number;
  readonly clientId: string;
  readonly profile: Profile;
  readonly scopes: readonly string[];
  readonly expiresAt: string | null;
}

/**
 * GET /api-key/validate: what a token or a key is good for at this moment. Stricter than the services, which check a
 * token by itself: here one whose key was revoked or whose user was suspended after it was issued is refused at once.
 */
export const validateApiKey = (deps: ValidationDependencies): Operation => ({
  handle: async ({ headers }) => {
    if (headers.authorization === undefined) return refuse('auth.token_missing', 'Send an Authorization header.');
    const credentials = basicCredentials(headers);
    const [, token] = /^Bearer +(\S+) *$/i.exec(headers.authorization) ?? [];
    const validation = credentials === undefined ? await ofToken(deps, token) : await ofKey(deps, credentials);
    if (validation === undefined)
      return refuse('auth.token_invalid', 'It is unknown, altered, expired or revoked, or its user is suspended.');
    return { status: 200, headers: { 'Cache-Control': 'no-store' }, body: { valid: true, ...validation } };
  },
});

const ofKey = async (deps: ValidationDependencies, credentials: Credentials): Promise<Validation | undefined> => {
  const authentication = await deps.authenticate(credentials);
  if (authentication.outcome === 'refused') return undefined;
  const { key } = authentication;
  const { userId, clientId, expiresAt } = key;
  return { userId, clientId, profile: profileOf(key), scopes: currentScopes(key), expiresAt };
};

const ofToken = async (deps: ValidationDependencies, token: string | undefined): Promise<Validation | undefined> => {
  const principal = token === undefined ? undefined : await deps.verifyToken(token);
  const key = principal === undefined ? undefined : await findApiKey(deps.db, principal.clientId);
  if (principal === undefined || key === undefined) return undefined;
  return whyNotUsable(key, toIso(deps.clock.now())) === undefined ? principal : undefined;
};

const refuse = (code: 'auth.token_missing' | 'auth.token_invalid', detail: string): ApiResponse =>
  problem({
    status: 401,
    code,
    detail,
    headers: { 'WWW-Authenticate': 'Bearer realm="repasse", Basic realm="repasse"' },
  });
