import { isSameSecret } from '@repasse/chassis/crypto/same-secret';
import { type ProviderAnswer } from '../answer';
import { fieldsOf, textIn } from '../request';
import { type Psp, type PspEndpoint } from './psp';

const scopes = [
  ...(['cob.read', 'cob.write', 'pix.read', 'pix.write', 'webhook.read', 'webhook.write'] as const),
  ...(['pix.send', 'gn.pix.send.read', 'gn.balance.read'] as const),
];
export type PixScope = (typeof scopes)[number];

/** POST /oauth/token: client credentials, by Basic or in the body, the body a form (most PSPs) or JSON (Efí). */
export const issueToken: PspEndpoint = async (psp, request) => {
  const { client_id: id, client_secret: secret, grant_type: grantType, scope: given } = fieldsOf(request.body);
  const credentials = basic(request.headers.authorization) ?? [textIn(id), textIn(secret)];
  if (!isClient(psp, credentials)) return refused(401, 'invalid_client', 'Credenciais inválidas.');
  if (grantType !== 'client_credentials') return refused(400, 'unsupported_grant_type', 'Somente client_credentials.');

  const scope = textIn(given) ?? scopes.join(' ');
  if (!scope.split(' ').every((one) => scopes.some((known) => known === one)))
    return refused(400, 'invalid_scope', `Escopos: ${scopes.join(' ')}.`);
  return {
    status: 200,
    headers: { 'cache-control': 'no-store' },
    body: {
      access_token: await psp.tokens.issue({ scope }),
      token_type: 'Bearer',
      expires_in: psp.tokens.ttlSeconds,
      scope,
    },
  };
};

const basic = (header: string | undefined): [string, string] | undefined => {
  const [, encoded] = /^Basic ([A-Za-z0-9+/=]+)$/i.exec(header ?? '') ?? [];
  if (encoded === undefined) return undefined;
  const [id = '', ...secret] = Buffer.from(encoded, 'base64').toString('utf8').split(':');
  return [id, secret.join(':')];
};

const isClient = (psp: Psp, [id, secret]: readonly (string | undefined)[]): boolean =>
  isSameSecret(id ?? '', psp.clientId) && isSameSecret(secret ?? '', psp.clientSecret);

const refused = (status: number, error: string, description: string): ProviderAnswer => ({
  status,
  headers: { 'cache-control': 'no-store', ...(status === 401 ? { 'www-authenticate': 'Basic realm="pix"' } : {}) },
  body: { error, error_description: description },
});
