import { type TestAnswer } from '@repasse/chassis/testing/http-test';
import { arrival, type TestPeople, type TestPerson } from './people';

export const consoleUrl = 'http://localhost:8094';

interface Begun {
  readonly secret: string;
  readonly authorizationUrl: string;
}

interface AtProvider {
  readonly subject?: string;
  readonly fault?: string;
}

/** What the provider sent the browser back with. */
export interface Returned {
  readonly state: string;
  readonly code: string;
  readonly iss?: string;
}

/** What people and their browsers do where companies have a provider; `providerUrl` is the sandbox's. */
export const companiesOf = (people: TestPeople, providerUrl: string) => {
  const issuerOf = (company: string): string => `${providerUrl}/oidc/${company}`;
  const bodyOf = (company: string) => ({
    ...{ signInName: company, displayName: `Empresa ${company}`, issuer: issuerOf(company) },
    ...{ clientId: 'repasse', clientSecret: 'secret-of-repasse' },
  });
  const register = (owner: TestPerson, company: string, more: object = {}): Promise<TestAnswer> =>
    people.as(owner, 'PUT', '/company-sign-in', { ...bodyOf(company), ...more });
  // From an address of its own each time: beginnings are limited by it.
  let arrivals = 0;
  const begin = (signInName: string, address = `192.0.2.${String(++arrivals)}`): Promise<TestAnswer> =>
    people.ask('company-sign-ins', { signInName, arrival: { ...arrival, address } });
  const begun = async (company: string): Promise<Begun> => (await begin(company)).body as unknown as Begun;
  const beginLink = ({ secret, userId }: Pick<TestPerson, 'secret' | 'userId'>): Promise<TestAnswer> =>
    people.ask('company-links', { sessionSecret: secret, userId, arrival });
  /** A person at the page of the provider; where it sends the browser, which nobody follows. */
  const authorize = async (authorizationUrl: string, o: AtProvider = {}): Promise<Returned> => {
    const { origin, pathname, searchParams } = new URL(authorizationUrl);
    const fields = new URLSearchParams({ ...Object.fromEntries(searchParams), subject: 'person-1', ...o });
    const answer = await fetch(`${origin}${pathname}`, { method: 'POST', body: fields, redirect: 'manual' });
    return Object.fromEntries(new URL(answer.headers.get('location') ?? '').searchParams) as unknown as Returned;
  };
  const complete = (secret: string, returned: Returned, sessionSecret?: string): Promise<TestAnswer> =>
    people.ask('company-sign-ins/completion', {
      secret,
      ...returned,
      arrival,
      ...(sessionSecret && { sessionSecret }),
    });
  const signIn = async (company: string, o: AtProvider = {}): Promise<TestAnswer> => {
    const { secret, authorizationUrl } = await begun(company);
    return complete(secret, await authorize(authorizationUrl, o));
  };
  const link = async (person: TestPerson, o: AtProvider = {}): Promise<TestAnswer> => {
    const { secret, authorizationUrl } = (await beginLink(person)).body as unknown as Begun;
    return complete(secret, await authorize(authorizationUrl, o), person.secret);
  };
  const secretIn = ({ body }: TestAnswer): string =>
    String((body['session'] as Record<string, unknown> | null | undefined)?.['sessionSecret']);
  return { issuerOf, bodyOf, register, begin, begun, beginLink, authorize, complete, signIn, link, secretIn };
};
