import { type TestAnswer } from '@repasse/chassis/testing/http-test';
import { type FakeClock } from '@repasse/chassis/testing/clock';
import { TOTP } from 'otpauth';
import { consoleToken, newEmail, type TestIdentity } from './identity';

export const password = 'sete cavalos dormem aqui';
export const arrival = { address: '203.0.113.7', userAgent: 'Firefox' };

type Body = Readonly<Record<string, unknown>>;

export interface TestPerson {
  readonly email: string;
  readonly personId: string;
  readonly userId: number;
  secret: string;
}

/** The requests that the console makes, and a person through it. */
export const peopleOf = (identity: TestIdentity, clock: FakeClock) => {
  const ask = (path: string, body: Body): Promise<TestAnswer> =>
    identity.call('POST', `/internal/${path}`, body, { 'repasse-internal-token': consoleToken });
  const signIn = (email: string, typed = password, from = arrival) =>
    ask('sign-ins', { email, password: typed, arrival: from });
  const prove = (sessionSecret: string, code: string) =>
    ask('sign-ins/second-factor', { sessionSecret, code, arrival });
  const tokenOf = (sessionSecret: string, more: Body = {}) =>
    ask('session-tokens', { sessionSecret, arrival, ...more });
  const invite = async (userId: number, role = 'OWNER', email = newEmail()) => {
    const { body } = await identity.asAdmin('POST', `/users/${String(userId)}/invitations`, { email, role });
    return { email, secret: String(body['secret']) };
  };
  const become = (secret: string, more: Body = {}) =>
    ask('invitations/acceptance', { secret, name: 'Ana Souza', password, locale: 'pt-BR', arrival, ...more });
  /** Through the console: a token for this request alone. */
  const as = async (
    { secret, userId }: Pick<TestPerson, 'secret' | 'userId'>,
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<TestAnswer> => {
    const token = String((await tokenOf(secret, { userId })).body['accessToken']);
    return identity.call(method, path, body, { authorization: `Bearer ${token}`, ...headers });
  };
  const join = async (userId: number, role = 'OWNER'): Promise<TestPerson> => {
    const { email, secret: invitation } = await invite(userId, role);
    const secret = String((await become(invitation)).body['sessionSecret']);
    const person = (await tokenOf(secret, { userId })).body['person'] as Body;
    return { email, userId, secret, personId: String(person['personId']) };
  };
  const codeOf = (totpSecret: string): string =>
    new TOTP({ secret: totpSecret }).generate({ timestamp: clock.now().getTime() });
  /** The app's secret and the recovery codes. */
  const enrol = async (person: TestPerson) => {
    const app = String((await as(person, 'POST', '/person/second-factor', { password })).body['secret']);
    const confirmed = await as(person, 'POST', '/person/second-factor/confirmation', { code: codeOf(app) });
    return { app, recoveryCodes: confirmed.body['recoveryCodes'] as readonly string[] };
  };
  /** A person with a second factor that was proven now. */
  const joinProven = async (userId: number, role = 'OWNER') => {
    const person = await join(userId, role);
    return { person, ...(await enrol(person)) };
  };
  return { ask, signIn, prove, tokenOf, invite, become, as, join, codeOf, enrol, joinProven };
};

export type TestPeople = ReturnType<typeof peopleOf>;
