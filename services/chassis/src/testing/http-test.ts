import { generateKeyPairSync, sign } from 'node:crypto';
import { type Principal } from '../auth/principal';
import { systemClock, type Clock } from '../clock';
import { startStandIn } from './stand-in';

export interface TestCall {
  readonly token?: string;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as it is, instead of `body`. */
  readonly rawBody?: string | Uint8Array<ArrayBuffer> | URLSearchParams;
  /** The Idempotency-Key. */
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface TestAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed JSON, or an empty object: a test looks into it without asking what it is first. */
  readonly body: Readonly<Record<string, unknown>>;
}

/** One real HTTP request to `url + path`. */
export const callApi = async (url: string, method: string, path: string, call: TestCall = {}): Promise<TestAnswer> => {
  const body = call.rawBody ?? (call.body === undefined ? undefined : JSON.stringify(call.body));
  const response = await fetch(url + path, {
    method,
    redirect: 'manual',
    headers: {
      ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(call.token === undefined ? {} : { authorization: `Bearer ${call.token}` }),
      ...(call.key === undefined ? {} : { 'idempotency-key': call.key }),
      ...call.headers,
    },
    ...(body === undefined ? {} : { body }),
  });
  const text = await response.text();
  const isJson = (response.headers.get('content-type') ?? '').includes('json');
  const parsed = isJson && text !== '' ? (JSON.parse(text) as TestAnswer['body']) : {};
  return { status: response.status, headers: response.headers, text, body: parsed };
};

export type TestClaims = Partial<
  Pick<Principal, 'userId' | 'clientId' | 'profile' | 'scopes' | 'personId' | 'provenAt' | 'refundMinorMax'>
>;

const issuer = 'https://identity.test';
const lifeMs = 3_600_000;
const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const jwks = JSON.stringify({
  keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'test-1', alg: 'EdDSA', use: 'sig' }],
});

/** A token as identity would issue it, by default of a customer without scopes. */
const signToken = (claims: TestClaims, issuedAtMs: number, expiresAtMs: number): string => {
  const { userId = 1, clientId = 'client-1', profile = 'CUSTOMER', scopes = [] } = claims;
  const [iat, exp] = [Math.floor(issuedAtMs / 1_000), Math.floor(expiresAtMs / 1_000)];
  const names = { iss: issuer, sub: String(userId), jti: `jti-${userId}-${iat}` };
  const text = [
    { alg: 'EdDSA', kid: 'test-1' },
    { ...names, ...personOf(claims), client_id: clientId, profile, scope: scopes.join(' '), iat, exp },
  ]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  return `${text}.${sign(null, Buffer.from(text), privateKey).toString('base64url')}`;
};

const personOf = ({ personId, provenAt, refundMinorMax }: TestClaims): object => ({
  ...(personId === undefined ? {} : { act: { sub: personId }, sid: personId.replace('per_', 'ses_') }),
  ...(refundMinorMax === undefined ? {} : { refund_minor_max: refundMinorMax }),
  ...(provenAt === undefined ? {} : { auth_time: Math.floor(Date.parse(provenAt) / 1_000) }),
});

/** A token that is valid at every time to which a test moves its clock. */
export const lastingToken = (claims: TestClaims): string =>
  signToken(claims, Date.parse('2000-01-01'), Date.parse('2100-01-01'));

export interface TestIssuer {
  readonly issuer: string;
  readonly jwksUrl: string;
  /** A token issued now, by the clock. It expires after an hour. */
  token(claims?: TestClaims): Promise<string>;
  stop(): Promise<void>;
}

/** Stands in for identity: tokens, and their key over real HTTP. */
export const startTestIssuer = async (clock: Clock = systemClock): Promise<TestIssuer> => {
  const server = await startStandIn((_request, response) =>
    response.setHeader('content-type', 'application/json').end(jwks),
  );
  return {
    issuer,
    jwksUrl: `${server.url}/jwks.json`,
    token: (claims = {}) => {
      const nowMs = clock.now().getTime();
      return Promise.resolve(signToken(claims, nowMs, nowMs + lifeMs));
    },
    stop: server.stop,
  };
};
