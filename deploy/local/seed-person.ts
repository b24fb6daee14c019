import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Secrets } from './secrets';
import { tokenFor } from './seed';
import { type StackFile } from './stack-file';

type Person = StackFile['person'];

interface Options {
  readonly baseUrl: string;
  readonly identityUrl: string;
  readonly secrets: Secrets;
  readonly dataDir: string;
}

const email = 'dona@repasse.example';

/** The services answer at once when they are up; a password takes a tenth of a second. */
const requestTimeoutMs = 10_000;

/** Makes the demo merchant's owner, who signs in at the console, by an invitation as any person comes to be. */
export const seedPerson = async (options: Options, userId: number): Promise<Person> => {
  const file = join(options.dataDir, 'person.json');
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Person;
  const person: Person = { email, password: `demo-${randomBytes(9).toString('base64url')}` };
  const secret = await invite(options, userId);
  const arrival = { address: '127.0.0.1', userAgent: 'npm start' };
  await post(
    `${options.identityUrl}/internal/invitations/acceptance`,
    { 'repasse-internal-token': options.secrets.callerTokens['console to identity'] },
    { secret, name: 'Dona da Loja', password: person.password, locale: 'pt-BR', arrival },
  );
  // Only the owner reads it, as the merchant's key beside it.
  writeFileSync(file, `${JSON.stringify(person, null, 2)}\n`, { mode: 0o600 });
  return person;
};

const invite = async ({ baseUrl, secrets }: Options, userId: number): Promise<string> => {
  const token = await tokenFor(baseUrl, secrets.adminClientId, secrets.adminClientSecret);
  const url = `${baseUrl}/users/${String(userId)}/invitations`;
  const answer = await post(url, { authorization: `Bearer ${token}` }, { email, role: 'OWNER' });
  return String(answer['secret']);
};

const post = async (
  url: string,
  headers: Record<string, string>,
  body: object,
): Promise<Readonly<Record<string, unknown>>> => {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(requestTimeoutMs),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`POST ${url} answered ${String(response.status)}: ${text}`);
  return JSON.parse(text) as Readonly<Record<string, unknown>>;
};
