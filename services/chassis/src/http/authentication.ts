import { type IncomingHttpHeaders } from 'node:http';
import { bearerTokenOf } from '../auth/bearer-token';
import { keyScopeOf, type Principal } from '../auth/principal';
import { needsProof, stepUpRequired } from '../auth/step-up';
import { KeysUnavailableError, type TokenVerifier } from '../auth/token-verifier';
import { createNameOfCaller } from '../auth/internal/internal-callers';
import { type InternalCaller } from '../config/internal/key-settings';
import { type Clock } from '../clock';
import { type Logger } from '../log/logger';
import { type Metrics } from '../telemetry/metrics';
import { rememberCaller } from './internal/known-callers';
import { type Access, type DescribedOperation } from './described-operation';
import { ProblemError } from './problem';

export interface Caller {
  readonly principal: Principal | undefined;
  /** Whose idempotency keys these are; undefined when the caller is unknown. */
  readonly scope: string | undefined;
  /** The service of the installation that calls. */
  readonly service?: string;
}

/** The parts of a request that are known before its body is read. */
export interface Entrance {
  readonly headers: IncomingHttpHeaders;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
}

/** Lets a caller in, or throws the problem to answer with. */
export type Authenticate = (entrance: Entrance) => Promise<Caller>;

/**
 * The check behind a security scheme of the application's own. Throws the problem to answer with, or returns the scope
 * of the request's Idempotency-Keys; undefined when it has none.
 */
export type Guard = (entrance: Entrance) => Promise<string | undefined>;

export interface Guards {
  readonly verifyToken?: TokenVerifier;
  /** The services that may call, as they are now. */
  readonly internalCallers?: () => readonly InternalCaller[];
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** By the name of the scheme in the description. */
  readonly guards?: Readonly<Record<string, Guard>>;
}

const anybody: Caller = { principal: undefined, scope: undefined };

export const createAuthentication = (operation: DescribedOperation, guards: Guards): Authenticate => {
  const guard = guardOf(operation, guards);
  if (guard !== undefined) return async (entrance) => ({ principal: undefined, scope: await guard(entrance) });
  const bearer = operation.access.find((access) => access.kind === 'bearer');
  const internal = operation.access.find((access) => access.kind === 'internal');
  const isPublic = operation.access.some(({ kind }) => kind === 'public');
  const admitService = internal === undefined ? undefined : serviceCheck(operation, internal.callers, guards);
  if (bearer !== undefined && guards.verifyToken === undefined) throw unguarded(operation, 'a token verifier');
  const { verifyToken } = guards;

  return async ({ headers }) => {
    const given = headers['repasse-internal-token'];
    if (admitService !== undefined && (given !== undefined || bearer === undefined)) return admitService(given);
    if (bearer === undefined || verifyToken === undefined) return anybody;
    if (isPublic && headers.authorization === undefined) return anybody;
    const principal = await verified(verifyToken, headers.authorization);
    rememberCaller(headers, principal);
    checkScopes(bearer, principal);
    checkProfile(operation, principal);
    checkStepUp(operation, principal, guards.clock);
    return { principal, scope: keyScopeOf(principal) };
  };
};

/** A scheme of the application's own must be the only one of its operation: combinations are not defined. */
const guardOf = (operation: DescribedOperation, { guards = {} }: Guards): Guard | undefined => {
  const scheme = operation.access.find((access) => access.kind === 'guarded')?.scheme;
  if (scheme === undefined) return undefined;
  const guard = guards[scheme];
  // A typing mistake in a description must not open an operation without a guard.
  if (guard === undefined || operation.access.length > 1) throw unguarded(operation, `a guard for ${scheme} alone`);
  return guard;
};

const verified = async (verifyToken: TokenVerifier, authorization: string | undefined): Promise<Principal> => {
  if (authorization === undefined)
    throw refused('auth.token_missing', 'Send the header Authorization: Bearer <token>.');
  const token = bearerTokenOf(authorization);
  if (token === undefined) throw refused('auth.token_invalid', 'The Authorization header must be "Bearer <token>".');
  const principal = await verifyToken(token).catch(keysUnavailable);
  if (principal === undefined)
    throw refused('auth.token_invalid', 'The token is expired, revoked, altered or not from here.');
  return principal;
};

/** Not a 401: a caller who believed that would throw a good token away. */
const keysUnavailable = (fault: unknown): never => {
  if (!(fault instanceof KeysUnavailableError)) throw fault;
  throw new ProblemError({
    status: 503,
    code: 'auth.keys_unavailable',
    detail: 'Tokens cannot be checked at the moment. Nothing was done; try again.',
    headers: { 'Retry-After': '1' },
    extra: { retryable: true },
  });
};

const realm = 'Bearer realm="repasse"';

const refused = (code: 'auth.token_missing' | 'auth.token_invalid', detail: string): ProblemError =>
  new ProblemError({
    status: 401,
    code,
    detail,
    // RFC 6750: an answer to a request without credentials names no error.
    headers: { 'WWW-Authenticate': code === 'auth.token_missing' ? realm : `${realm}, error="invalid_token"` },
  });

const checkScopes = ({ scopes }: Extract<Access, { kind: 'bearer' }>, principal: Principal): void => {
  const missing = scopes.filter((scope) => !principal.scopes.includes(scope));
  if (missing.length === 0) return;
  throw new ProblemError({
    status: 403,
    code: 'auth.scope_missing',
    detail: `The token lacks the scope ${missing.join(' ')}.`,
    headers: { 'WWW-Authenticate': `${realm}, error="insufficient_scope", scope="${scopes.join(' ')}"` },
  });
};

const checkProfile = ({ profiles }: DescribedOperation, principal: Principal): void => {
  if (profiles.length === 0 || profiles.includes(principal.profile)) return;
  throw new ProblemError({
    status: 403,
    code: 'auth.profile_missing',
    detail: `Only users with the profile ${profiles.join(' or ')} may do this.`,
  });
};

const checkStepUp = ({ needsStepUp }: DescribedOperation, principal: Principal, clock: Clock): void => {
  if (needsStepUp && needsProof(principal, clock.now())) throw new ProblemError(stepUpRequired);
};

/** Each operation names the services that may call it: a token of one opens nothing that is another's. */
const serviceCheck = (
  operation: DescribedOperation,
  callers: readonly string[],
  { internalCallers, log, metrics }: Guards,
): ((given: string | string[] | undefined) => Caller) => {
  if (internalCallers === undefined || callers.length === 0)
    throw unguarded(operation, 'the services that may call it');
  const nameOf = createNameOfCaller(internalCallers);
  const { operationId } = operation;
  const calls = metrics.counter('repasse_internal_calls_total', 'Calls of other services, by caller and outcome.', [
    ...['caller', 'operation', 'outcome'],
  ]);
  const refuse = (refusal: ProblemError, caller: string): never => {
    calls.inc({ caller, operation: operationId, outcome: 'refused' });
    log.warn({ caller, operationId, code: refusal.problem.code }, 'call of a service refused');
    throw refusal;
  };
  return (given) => {
    if (given === undefined) return refuse(internalRefused('token_missing'), 'unknown');
    const service = typeof given === 'string' ? nameOf(given) : undefined;
    if (service === undefined) return refuse(internalRefused('token_invalid'), 'unknown');
    if (!callers.includes(service)) return refuse(callerRefused(), service);
    calls.inc({ caller: service, operation: operationId, outcome: 'admitted' });
    return { principal: undefined, scope: `internal:${service}`, service };
  };
};

const internalRefused = (what: 'token_missing' | 'token_invalid'): ProblemError =>
  new ProblemError({
    status: 401,
    code: `auth.${what}`,
    detail: 'This operation is for other services of the platform.',
    headers: { 'WWW-Authenticate': 'Repasse-Internal-Token realm="repasse"' },
  });

const callerRefused = (): ProblemError =>
  new ProblemError({
    status: 403,
    code: 'auth.caller_refused',
    detail: 'The token is of a service that has no business with this operation.',
  });

const unguarded = ({ operationId }: DescribedOperation, what: string): Error =>
  new Error(`${operationId} needs ${what}, and the application was created without one.`);
