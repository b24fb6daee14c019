import { createHttpClient, type HttpAnswer } from '@repasse/chassis/http/client';
import { ProblemError, type ProblemDetails } from '@repasse/chassis/http/problem';
import { type Logger } from '@repasse/chassis/log/logger';
import { type Metrics } from '@repasse/chassis/telemetry/metrics';
import { type components } from '@repasse/contracts/generated/http/identity';

type Schemas = components['schemas'];

/** From where a person comes. */
export type Arrival = Schemas['Arrival'];
export type StartedSession = Schemas['StartedSession'];
export type SessionToken = Schemas['SessionToken'];

/** Operations of identity that are there for the console. Each throws the problem that identity answered with. */
export interface Identity {
  signIn(body: Schemas['SignIn']): Promise<StartedSession>;
  proveSecondFactor(body: Schemas['ProveSecondFactor']): Promise<StartedSession>;
  preparePasskeySignIn(arrival: Arrival): Promise<Schemas['PasskeySignIn']>;
  signInByPasskey(body: Schemas['SignInByPasskey']): Promise<StartedSession>;
  preparePasskeyProof(sessionSecret: string): Promise<Schemas['PasskeyRequestOptions']>;
  proveByPasskey(body: Schemas['ProveByPasskey']): Promise<StartedSession>;
  beginCompanySignIn(body: Schemas['BeginCompanySignIn']): Promise<Schemas['BegunCompanySignIn']>;
  beginCompanyLink(body: Schemas['BeginCompanyLink']): Promise<Schemas['BegunCompanySignIn']>;
  /** The session; null where a person was linked in theirs. */
  completeCompanySignIn(body: Schemas['CompleteCompanySignIn']): Promise<Schemas['CompletedCompanySignIn']>;
  issueToken(body: Schemas['IssueSessionToken']): Promise<SessionToken>;
  tellOutcome(body: Schemas['TellAuditOutcome']): Promise<void>;
  signOut(sessionSecret: string): Promise<void>;
  findInvitation(secret: string): Promise<Schemas['InvitationFound']>;
  becomePerson(body: Schemas['BecomePerson']): Promise<StartedSession>;
  findPortalLink(secret: string): Promise<Schemas['PortalLinkFound']>;
  openPortalLink(body: Schemas['OpenPortalLink']): Promise<StartedSession>;
  requestPasswordReset(body: Schemas['RequestPasswordReset']): Promise<void>;
  findPasswordReset(secret: string): Promise<Schemas['PasswordResetFound']>;
  completePasswordReset(body: Schemas['CompletePasswordReset']): Promise<void>;
  close(): void;
}

/** A password takes a tenth of a second to check, and several people may sign in at once. */
const timeoutMs = 10_000;

export const createIdentity = (o: {
  readonly urls: readonly string[];
  readonly token: () => string;
  readonly log: Logger;
  readonly metrics: Metrics;
}): Identity => {
  const client = createHttpClient({
    ...{ name: 'identity', baseUrls: o.urls, timeoutMs, internalToken: o.token, log: o.log, metrics: o.metrics },
  });
  const post = async <Answer>(path: string, body: object): Promise<Answer> => {
    const answer = await client.call({ method: 'POST', path: `/internal/${path}`, body }).catch(unavailable);
    if (answer.status >= 400) throw refusalOf(answer);
    return answer.body as Answer;
  };
  return {
    signIn: (body) => post('sign-ins', body),
    proveSecondFactor: (body) => post('sign-ins/second-factor', body),
    preparePasskeySignIn: (arrival) => post('sign-ins/passkey/options', { arrival }),
    signInByPasskey: (body) => post('sign-ins/passkey', body),
    preparePasskeyProof: (sessionSecret) => post('sign-ins/second-factor/passkey/options', { sessionSecret }),
    proveByPasskey: (body) => post('sign-ins/second-factor/passkey', body),
    beginCompanySignIn: (body) => post('company-sign-ins', body),
    beginCompanyLink: (body) => post('company-links', body),
    completeCompanySignIn: (body) => post('company-sign-ins/completion', body),
    issueToken: (body) => post('session-tokens', body),
    tellOutcome: (body) => post('audit-outcomes', body),
    signOut: (sessionSecret) => post('sign-outs', { sessionSecret }),
    findInvitation: (secret) => post('invitations/search', { secret }),
    becomePerson: (body) => post('invitations/acceptance', body),
    findPortalLink: (secret) => post('portal-links/search', { secret }),
    openPortalLink: (body) => post('portal-links/opening', body),
    requestPasswordReset: (body) => post('password-resets', body),
    findPasswordReset: (secret) => post('password-resets/search', { secret }),
    completePasswordReset: (body) => post('password-resets/completion', body),
    close: () => client.close(),
  };
};

const unavailable = (): never => {
  throw new ProblemError({
    status: 503,
    code: 'server.unavailable',
    detail: 'Who you are cannot be checked at the moment. Nothing was done; try again.',
    headers: { 'Retry-After': '2' },
    extra: { retryable: true },
  });
};

/** The problem of identity, for the person as it is. */
const refusalOf = ({ status, body, headers }: HttpAnswer): ProblemError => {
  const {
    code = 'server.unavailable',
    detail = '',
    errors,
    retryable,
  } = (body ?? {}) as Partial<ProblemDetails> & {
    readonly retryable?: boolean;
  };
  const retryAfter = headers['retry-after'];
  return new ProblemError({
    ...{ status, code, detail },
    ...(errors !== undefined && { errors }),
    ...(retryAfter !== undefined && { headers: { 'Retry-After': retryAfter } }),
    ...(retryable !== undefined && { extra: { retryable } }),
  });
};
