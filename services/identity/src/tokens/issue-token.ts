import { type IncomingHttpHeaders } from 'node:http';
import { type ApiResponse, type Operation } from '@repasse/chassis/http/app';
import { problem, type ProblemDetails } from '@repasse/chassis/http/problem';
import { type Metrics } from '@repasse/chassis/telemetry/metrics';
import { type ApiKeyOfUser } from '../api-keys/table';
import { type Authenticate } from './authenticate';
import { basicCredentials, type Credentials } from './credentials';
import { currentScopes, narrowScopes, profileOf, ttlSecondsOf } from './rules';
import { signAccessToken, type Signing } from './sign-access-token';

export interface TokenDependencies extends Signing {
  readonly authenticate: Authenticate;
  readonly metrics: Metrics;
  readonly ttlSeconds: number;
}

type OAuthError =
  | 'invalid_request'
  | 'invalid_client'
  | 'unauthorized_client'
  | 'unsupported_grant_type'
  | 'invalid_scope';

const grantType = 'client_credentials';
const parameters = ['grant_type', 'client_id', 'client_secret', 'scope'] as const;
type Parameters = Partial<Record<(typeof parameters)[number], string>>;

/** POST /oauth/token. Refusals are OAuth's own (RFC 6749 5.2), because client libraries know those and no others. */
export const issueToken = (deps: TokenDependencies): Operation => {
  const issued = deps.metrics.counter('repasse_identity_tokens_issued_total', 'Access tokens issued.');
  return {
    handle: async ({ body, headers, remoteAddress }) => {
      const given = readParameters(body);
      if (given === undefined) return refuse('invalid_request', 'A parameter is repeated or is no text.');
      if (given.grant_type === undefined) return refuse('invalid_request', 'grant_type is missing.');
      const credentials = readCredentials(given, headers);
      if (credentials === 'both') return refuse('invalid_request', 'Credentials came in the header and in the body.');
      if (credentials === undefined) return refuse('invalid_client', 'Client credentials are missing or malformed.');

      const authentication = await deps.authenticate(credentials, {
        forwardedFor: headers['x-forwarded-for'],
        remoteAddress,
      });
      if (authentication.outcome === 'refused')
        return authentication.reason === 'user_suspended'
          ? refuse('unauthorized_client', 'The user is suspended.')
          : refuse('invalid_client', 'The client is unknown, its secret is wrong, or its key is no longer valid.');
      if (given.grant_type !== grantType) return refuse('unsupported_grant_type', `Only ${grantType} is supported.`);

      const { key } = authentication;
      const scopes = narrowScopes(currentScopes(key), given.scope);
      if (scopes === undefined) return refuse('invalid_scope', 'The key does not have every scope that was asked for.');
      issued.inc();
      return signedAnswer(deps, key, scopes);
    },
    refusal,
  };
};

/** Parameters without a value count as omitted (RFC 6749 3.2). Undefined when one is repeated or is no text. */
const readParameters = (body: unknown): Parameters | undefined => {
  const given: Parameters = {};
  const fields = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  for (const name of parameters) {
    const value = fields[name];
    if (value === undefined || value === '') continue;
    if (typeof value !== 'string') return undefined;
    given[name] = value;
  }
  return given;
};

const readCredentials = (given: Parameters, headers: IncomingHttpHeaders): Credentials | 'both' | undefined => {
  if (headers.authorization !== undefined)
    return given.client_secret === undefined ? basicCredentials(headers) : 'both';
  const { client_id: clientId, client_secret: clientSecret } = given;
  return clientId === undefined || clientSecret === undefined ? undefined : { clientId, clientSecret };
};

const signedAnswer = async (
  deps: TokenDependencies,
  key: ApiKeyOfUser,
  scopes: readonly string[],
): Promise<ApiResponse> => {
  const claims = { userId: key.userId, clientId: key.clientId, profile: profileOf(key), scopes };
  const { token, ttlSeconds } = signAccessToken(deps, claims, (issuedAtSeconds) =>
    ttlSecondsOf(key, issuedAtSeconds, deps.ttlSeconds),
  );
  return answer(await token, ttlSeconds, scopes);
};

/** Refusals before the request was handled, in words for both: client libraries look for `error`, and in JSON. */
const refusal = (details: ProblemDetails): ApiResponse => {
  const told = problem({
    ...details,
    headers: { ...noStore, ...details.headers },
    extra: { ...details.extra, error: 'invalid_request' satisfies OAuthError, error_description: details.detail },
  });
  return details.status === 400 ? { ...told, contentType: 'application/json' } : told;
};

const noStore = { 'Cache-Control': 'no-store', Pragma: 'no-cache' };

const answer = (token: string, ttlSeconds: number, scopes: readonly string[]): ApiResponse => ({
  status: 200,
  headers: noStore,
  body: { access_token: token, token_type: 'Bearer', expires_in: ttlSeconds, scope: scopes.join(' ') },
});

const refuse = (error: OAuthError, description: string): ApiResponse => {
  const isClientUnknown = error === 'invalid_client';
  return {
    status: isClientUnknown ? 401 : 400,
    headers: { ...noStore, ...(isClientUnknown ? { 'WWW-Authenticate': 'Basic realm="repasse"' } : {}) },
    body: { error, error_description: description },
  };
};
