import express, { type Request, type Response, type Router } from 'express';
import { type World } from '../../world';
import { fieldsOf, isHttpUrl, param, queryText, textIn } from '../request';
import { clientSecretOf, createCompanies, isVerifiedBy, type Authorization, type Company } from './company';
import { authorizePage } from './page';
import { testPeople, tokenFaultOf } from './people';

/** `/oidc/{company}`: an OpenID provider for each name that anybody asks for, whose issuer is that address. */
export const oidcRoutes = ({ clock }: Pick<World, 'clock'>): Router => {
  const companyOf = createCompanies(clock);
  const router = express.Router();
  router.use(express.urlencoded({ extended: false, limit: '16kb' }));
  router.get('/:company/.well-known/openid-configuration', (request, response) => {
    response.json(discoveryOf(issuerOf(request)));
  });
  router.get('/:company/jwks', async (request, response) => {
    response.json({ keys: [(await companyOf(param(request, 'company'))).jwk] });
  });
  router.get('/:company/authorize', (request, response) => {
    const parameters = parametersIn((name) => queryText(request, name));
    if (parameters === undefined) response.status(400).type('text').send('The request lacks a parameter.');
    else response.type('html').send(authorizePage(param(request, 'company'), parameters));
  });
  router.post('/:company/authorize', async (request, response) => {
    authorize(request, response, await companyOf(param(request, 'company')));
  });
  router.post('/:company/token', async (request, response) => {
    await exchange(request, response, await companyOf(param(request, 'company')));
  });
  return router;
};

/** Under the name that the caller knows the sandbox by. */
const issuerOf = (request: Request): string =>
  `${request.protocol}://${request.headers.host ?? ''}${request.baseUrl}/${param(request, 'company')}`;

const discoveryOf = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/jwks`,
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
  token_endpoint_auth_methods_supported: ['client_secret_basic'],
  code_challenge_methods_supported: ['S256'],
  authorization_response_iss_parameter_supported: true,
});

const needed = ['client_id', 'redirect_uri', 'state', 'nonce', 'code_challenge'] as const;
type Parameters = Readonly<Record<(typeof needed)[number], string>>;

const parametersIn = (read: (name: string) => string | undefined): Parameters | undefined => {
  const values = Object.fromEntries(needed.map((name) => [name, read(name)]));
  const isWhole =
    Object.values(values).every((value) => value !== undefined) && isHttpUrl(values['redirect_uri'] ?? '');
  return isWhole ? (values as Parameters) : undefined;
};

/** The person's word is taken: back to the client with a code. */
const authorize = (request: Request, response: Response, company: Company): void => {
  const fields = fieldsOf(request.body);
  const parameters = parametersIn((name) => textIn(fields[name]));
  const subject = textIn(fields['subject']) ?? testPeople[0].subject;
  if (parameters === undefined) {
    response.status(400).type('text').send('The request lacks a parameter.');
    return;
  }
  const code = company.giveCode({
    ...{ clientId: parameters.client_id, redirectUri: parameters.redirect_uri, nonce: parameters.nonce },
    ...{ codeChallenge: parameters.code_challenge, subject, fault: tokenFaultOf(textIn(fields['fault'])) },
  });
  const back = new URL(parameters.redirect_uri);
  for (const [name, value] of Object.entries({ code, state: parameters.state, iss: issuerOf(request) }))
    back.searchParams.set(name, value);
  response.redirect(303, back.href);
};

const exchange = async (request: Request, response: Response, company: Company): Promise<void> => {
  const fields = fieldsOf(request.body);
  const authorization = company.spendCode(textIn(fields['code']) ?? '');
  const clientId = clientIn(request);
  if (clientId === undefined) response.status(401).json({ error: 'invalid_client' });
  else if (authorization === undefined || !isAllowed(authorization, fields, clientId))
    response.status(400).json({ error: 'invalid_grant' });
  else {
    const idToken = await company.idTokenOf(issuerOf(request), authorization);
    response.set('cache-control', 'no-store');
    response.json({ access_token: 'of-no-use', token_type: 'Bearer', expires_in: 300, id_token: idToken });
  }
};

const isAllowed = (
  authorization: Authorization,
  fields: Readonly<Record<string, unknown>>,
  clientId: string,
): boolean =>
  authorization.clientId === clientId &&
  authorization.redirectUri === textIn(fields['redirect_uri']) &&
  isVerifiedBy(authorization, textIn(fields['code_verifier']) ?? '');

/** By client_secret_basic; undefined where the secret is another. */
const clientIn = ({ headers }: Request): string | undefined => {
  const [, encoded = ''] = /^Basic (\S+)$/i.exec(headers.authorization ?? '') ?? [];
  const [clientId = '', secret = ''] = Buffer.from(encoded, 'base64').toString().split(':').map(decoded);
  return clientId !== '' && secret === clientSecretOf(clientId) ? clientId : undefined;
};

/** RFC 6749, 2.3.1: as a form has it. */
const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return '';
  }
};
