import { type ProviderAnswer } from '../answer';
import { isSame } from '../secret';
import { scopes, tokenTtlSeconds } from './access-tokens';
import { type Psp, type PspEndpoint } from './psp';

/** POST /oauth/token: client credentials, by Basic or in the body, the body a form (most PSPs) or JSON (Efí). */
export const issueToken: PspEndpoint = async (psp, request) => {
  const body = fieldsOf(request.body);
  const credentials = basic(request.headers.authorization) ?? [body['client_id'], body['client_secret']];
  if (!isClient(psp, credentials)) return refused(401, 'invalid_client', 'Credenciais inválidas.');
  if (body['grant_type'] !== 'client_credentials')
    return refused(400, 'unsupported_grant_type', 'Somente client_credentials.');

  const wanted = body['scope'] === undefined || body['scope'] === '' ? [...scopes] : body['scope'].split(' ');
  if (!wanted.every((scope) => scopes.some((known) => known === scope)))
    return refused(400, 'invalid_scope', `Escopos: ${scopes.join(' ')}.`);
  return {
    status: 200,
    headers: { 'cache-control': 'no-store' },
    body: {
      access_token: await psp.tokens.issue(wanted),
      token_type: 'Bearer',
      expires_in: tokenTtlSeconds,
      scope: wanted.join(' '),
    },
  };
};

const fieldsOf = (body: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(typeof body === 'object' && body !== null ? body : {}).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  );

const basic = (header: string | undefined): [string, string] | undefined => {
  const [, encoded] = /^Basic ([A-Za-z0-9+/=]+)$/i.exec(header ?? '') ?? [];
  if (encoded === undefined) return undefined;
  const [id = '', ...secret] = Buffer.from(encoded, 'base64').toString('utf8').split(':');
  return [id, secret.join(':')];
};

const isClient = (psp: Psp, [id, secret]: readonly (string | undefined)[]): boolean =>
  isSame(id ?? '', psp.clientId) && isSame(secret ?? '', psp.clientSecret);

const refused = (status: number, error: string, description: string): ProviderAnswer => ({
  status,
  headers: { 'cache-control': 'no-store', ...(status === 401 ? { 'www-authenticate': 'Basic realm="pix"' } : {}) },
  body: { error, error_description: description },
});
