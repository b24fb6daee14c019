import { type TestAnswer } from '@repasse/chassis/testing/http-test';
import { createAuthenticator, type Answering, type Authenticator } from './authenticator';
import { arrival, password, type TestPeople, type TestPerson } from './people';

export const consoleUrl = 'https://console.test';

type Options = Parameters<Authenticator['get']>[0];

/** What people do with passkeys, through the console. */
export const passkeysOf = (people: TestPeople) => {
  const prepare = (person: TestPerson, typed = password) =>
    people.as(person, 'POST', '/person/passkeys/options', { password: typed });
  const creationFor = async (person: TestPerson) =>
    (await prepare(person)).body as unknown as Parameters<Authenticator['create']>[0];
  const add = (person: TestPerson, credential: object, name = 'Telefone') =>
    people.as(person, 'POST', '/person/passkeys', { name, credential });
  /** A device on which the person has a passkey. */
  const enrol = async (person: TestPerson): Promise<{ device: Authenticator; answer: TestAnswer }> => {
    const device = createAuthenticator(consoleUrl);
    return { device, answer: await add(person, device.create(await creationFor(person))) };
  };
  const list = async (person: TestPerson) =>
    (await people.as(person, 'GET', '/person/passkeys')).body['data'] as readonly Record<string, unknown>[];

  /** The secret that a browser keeps, and what it is asked. */
  const asked = async () =>
    (await people.ask('sign-ins/passkey/options', { arrival })).body as unknown as { secret: string; options: Options };
  const send = (secret: string, credential: object, from = arrival) =>
    people.ask('sign-ins/passkey', { secret, credential, arrival: from });
  const signIn = async (device: Authenticator, o: Answering = {}) => {
    const { secret, options } = await asked();
    return send(secret, device.get(options, o));
  };
  const proofFor = async (sessionSecret: string) =>
    (await people.ask('sign-ins/second-factor/passkey/options', { sessionSecret })).body as unknown as Options;
  const sendProof = (sessionSecret: string, credential: object) =>
    people.ask('sign-ins/second-factor/passkey', { sessionSecret, credential, arrival });
  const prove = async (sessionSecret: string, device: Authenticator, o: Answering = {}) =>
    sendProof(sessionSecret, device.get(await proofFor(sessionSecret), o));
  return { prepare, creationFor, add, enrol, list, asked, send, signIn, proofFor, sendProof, prove };
};
