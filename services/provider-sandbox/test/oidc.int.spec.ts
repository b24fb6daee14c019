import { createHash } from 'node:crypto';
import { createLocalJWKSet, jwtVerify, type JSONWebKeySet } from 'jose';
import { simulateProviders, type SimulatedProviders } from '../src/testing/simulated-providers';

const redirectUri = 'http://localhost:8094/sign-in/company/callback';
const verifier = 'a-code-verifier-of-the-tests-that-is-long-enough';
const asked = {
  ...{ client_id: 'repasse', redirect_uri: redirectUri, state: 'a-state', nonce: 'a-nonce' },
  code_challenge: createHash('sha256').update(verifier).digest('base64url'),
};

let providers: SimulatedProviders;
let issuer: string;

beforeAll(async () => {
  providers = await simulateProviders({});
  issuer = `${providers.url}/oidc/padaria`;
});
afterAll(() => providers.stop());

const authorize = async (fields: object = {}): Promise<URLSearchParams> => {
  const body = new URLSearchParams({ ...asked, subject: 'person-2', ...fields });
  const answer = await fetch(`${issuer}/authorize`, { method: 'POST', body, redirect: 'manual' });
  return new URL(answer.headers.get('location') ?? '').searchParams;
};
const exchange = async (code: string, fields: object = {}, secret = 'secret-of-repasse') => {
  const answer = await fetch(`${issuer}/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`repasse:${secret}`).toString('base64')}` },
    body: new URLSearchParams({
      ...{ grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: verifier, ...fields },
    }),
  });
  return { status: answer.status, body: (await answer.json()) as Readonly<Record<string, string>> };
};
const codeOf = async (fields: object = {}): Promise<string> => (await authorize(fields)).get('code') ?? '';

it('says where it is, under the name that it is called by', async () => {
  const answer = await fetch(`${issuer}/.well-known/openid-configuration`);
  expect(await answer.json()).toMatchObject({ issuer, token_endpoint: `${issuer}/token`, jwks_uri: `${issuer}/jwks` });
});

it('asks who one is, and escapes what it was asked', async () => {
  const page = await fetch(`${issuer}/authorize?${new URLSearchParams({ ...asked, state: '"><script>' }).toString()}`);
  const text = await page.text();
  expect(text).toContain('Carla Dias');
  expect(text).not.toContain('<script>');
  expect((await fetch(`${issuer}/authorize?client_id=repasse`)).status).toBe(400);
});

it('gives a code for a signed ID token, once', async () => {
  const back = await authorize();
  expect(Object.fromEntries(back)).toMatchObject({ state: 'a-state', iss: issuer });
  const { body } = await exchange(back.get('code') ?? '');
  const keys = createLocalJWKSet((await (await fetch(`${issuer}/jwks`)).json()) as JSONWebKeySet);
  const { payload } = await jwtVerify(body['id_token'] ?? '', keys, { issuer, audience: 'repasse' });

  expect(payload).toMatchObject({ sub: 'person-2', nonce: 'a-nonce' });
  expect(await exchange(back.get('code') ?? '')).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
});

it('takes neither another verifier, nor another address, nor another secret', async () => {
  expect(await exchange(await codeOf(), { code_verifier: 'another' })).toMatchObject({ status: 400 });
  expect(await exchange(await codeOf(), { redirect_uri: 'http://localhost/' })).toMatchObject({ status: 400 });
  expect(await exchange(await codeOf(), {}, 'another')).toMatchObject({ status: 401 });
});
