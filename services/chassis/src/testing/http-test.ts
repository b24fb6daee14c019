import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import { type Principal } from '../auth/principal';
import { systemClock, type Clock } from '../clock';

export interface TestCall {
  readonly token?: string;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as it is, instead of `body`. */
  readonly rawBody?: string | Uint8Array<ArrayBuffer>;
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
      ...call.headers,
    },
    ...(body === undefined ? {} : { body }),
  });
  const text = await response.text();
  const isJson = (response.headers.get('content-type') ?? '').includes('json');
  const parsed = isJson && text !== '' ? (JSON.parse(text) as TestAnswer['body']) : {};
  return { status: response.status, headers: response.headers, text, body: parsed };
};

export interface TestIssuer {
  readonly issuer: string;
  readonly jwksUrl: string;
  /** A token as identity would issue it; a customer with every scope named. */
  token(claims?: Partial<Pick<Principal, 'userId' | 'clientId' | 'profile' | 'scopes'>>): Promise<string>;
  stop(): Promise<void>;
}

/** Stands in for identity: a key pair, its JWKS over real HTTP, and tokens. */
export const startTestIssuer = async (clock: Clock = systemClock): Promise<TestIssuer> => {
  const issuer = 'https://identity.test';
  const { publicKey, privateKey } = await generateKeyPair('EdDSA', { extractable: true });
  const jwks = JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), kid: 'test-1', alg: 'EdDSA', use: 'sig' }] });
  const server = createServer((_request, response) => response.setHeader('content-type', 'application/json').end(jwks));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  return {
    issuer,
    jwksUrl: `http://127.0.0.1:${port}/jwks.json`,
    token: ({ userId = 1, clientId = 'client-1', profile = 'CUSTOMER', scopes = [] } = {}) => {
      const issuedAt = Math.floor(clock.now().getTime() / 1_000);
      return new SignJWT({ client_id: clientId, profile, scope: scopes.join(' ') })
        .setProtectedHeader({ alg: 'EdDSA', kid: 'test-1' })
        .setIssuer(issuer)
        .setSubject(String(userId))
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + 3_600)
        .setJti(`jti-${userId}-${issuedAt}`)
        .sign(privateKey);
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
