import { TOTP } from 'otpauth';
import { api, type Api } from './seed';

interface Options {
  readonly baseUrl: string;
  readonly sandboxUrl: string;
  /** Calls of identity as the console makes them. */
  readonly asConsole: Api;
  /** Of the owner's session. */
  readonly sessionSecret: string;
  readonly userId: number;
  readonly password: string;
}

export const arrival = { address: '127.0.0.1', userAgent: 'npm start' };

/** By which a newcomer finds the demo merchant on the page to sign in. */
export const demoCompany = 'loja-demo';

/**
 * Registers a provider of the sandbox for the demo merchant and links its owner, who is `person-1` there. That takes a second
 * factor, which is gone afterwards: a newcomer signs in by password, too.
 */
export const seedCompany = async ({ baseUrl, sandboxUrl, asConsole, sessionSecret, userId, password }: Options) => {
  const asOwner = async (): Promise<Api> => {
    const asked = { sessionSecret, userId, arrival };
    const { accessToken } = await asConsole<{ accessToken: string }>('POST', '/internal/session-tokens', asked);
    return api(baseUrl, { authorization: `Bearer ${accessToken}` });
  };
  const unproven = await asOwner();
  const { secret } = await unproven<{ secret: string }>('POST', '/person/second-factor', { password });
  await unproven('POST', '/person/second-factor/confirmation', { code: new TOTP({ secret }).generate() });
  const proven = await asOwner();
  await proven('PUT', '/company-sign-in', {
    ...{ signInName: demoCompany, displayName: 'Loja Demo', issuer: `${sandboxUrl}/oidc/${demoCompany}` },
    ...{ clientId: 'repasse', clientSecret: 'secret-of-repasse' },
  });
  await linkOwner(asConsole, sessionSecret, userId);
  await proven('DELETE', '/person/second-factor');
};

interface Begun {
  readonly secret: string;
  readonly authorizationUrl: string;
}

/** As a browser does it: to the provider and back. */
const linkOwner = async (asConsole: Api, sessionSecret: string, userId: number): Promise<void> => {
  const asked = { sessionSecret, userId, arrival };
  const { secret, authorizationUrl } = await asConsole<Begun>('POST', '/internal/company-links', asked);
  const { origin, pathname, searchParams } = new URL(authorizationUrl);
  const body = new URLSearchParams({ ...Object.fromEntries(searchParams), subject: 'person-1' });
  const answer = await fetch(origin + pathname, { method: 'POST', body, redirect: 'manual' });
  const returned = Object.fromEntries(new URL(answer.headers.get('location') ?? '').searchParams);
  await asConsole('POST', '/internal/company-sign-ins/completion', { secret, ...returned, arrival, sessionSecret });
};
