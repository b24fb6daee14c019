import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';

/** The claims and the answer of the next tokens; a test changes them. */
export interface TokenTerms {
  lifetimeSeconds: number;
  audience: string;
  secret: string;
}

export interface TokenIssuer {
  readonly tokenUrl: string;
  readonly jwksUrl: string;
  readonly issuer: string;
  readonly terms: TokenTerms;
  /** Tokens that were given out. */
  issued(): number;
  stop(): Promise<void>;
}

const algorithm = 'RS256';

/** An issuer of signed tokens by client credentials. A token's subject is the client's name. */
export const startTokenIssuer = async (terms: TokenTerms): Promise<TokenIssuer> => {
  const { publicKey, privateKey } = await generateKeyPair(algorithm);
  const keys = [{ ...(await exportJWK(publicKey)), kid: 'one', alg: algorithm, use: 'sig' }];
  let count = 0;

  const sign = (client: string, issuer: string): Promise<string> =>
    new SignJWT({ scope: 'kafka' })
      .setProtectedHeader({ alg: algorithm, kid: 'one' })
      .setSubject(client)
      .setIssuer(issuer)
      .setAudience(terms.audience)
      .setIssuedAt()
      .setExpirationTime(Math.floor(Date.now() / 1_000) + terms.lifetimeSeconds)
      .sign(privateKey);

  const answer = async (request: IncomingMessage): Promise<{ readonly status: number; readonly body: object }> => {
    if (request.url === '/jwks') return { status: 200, body: { keys } };
    const form = new URLSearchParams(await text(request));
    const [client = '', secret] = Buffer.from(request.headers.authorization?.slice('Basic '.length) ?? '', 'base64')
      .toString()
      .split(':');
    if (secret !== terms.secret) return { status: 401, body: { error: 'invalid_client' } };
    if (form.get('scope') !== 'kafka') return { status: 400, body: { error: 'invalid_scope' } };
    count += 1;
    const token = await sign(client, addressOf());
    return { status: 200, body: { access_token: token, token_type: 'Bearer', expires_in: terms.lifetimeSeconds } };
  };
  const server = createServer((request, response) => {
    void answer(request).then(({ status, body }) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
    );
  });
  const addressOf = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    ...{ tokenUrl: `${addressOf()}/token`, jwksUrl: `${addressOf()}/jwks`, issuer: addressOf(), terms },
    issued: () => count,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
