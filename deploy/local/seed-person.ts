import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Secrets } from './secrets';
import { api, merchantApi } from './seed';
import { arrival, seedCompany } from './seed-company';
import { type StackFile } from './stack-file';

type Person = StackFile['person'];

interface Options {
  readonly baseUrl: string;
  readonly identityUrl: string;
  readonly sandboxUrl: string;
  readonly secrets: Secrets;
  readonly dataDir: string;
}

const email = 'dona@repasse.example';

/** Makes the demo merchant's owner, who signs in at the console, by an invitation as any person comes to be. */
export const seedPerson = async (options: Options, userId: number): Promise<Person> => {
  const file = join(options.dataDir, 'person.json');
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Person;
  const person: Person = { email, password: `demo-${randomBytes(9).toString('base64url')}` };
  const admin = { clientId: options.secrets.adminClientId, clientSecret: options.secrets.adminClientSecret };
  const asAdmin = await merchantApi(options.baseUrl, admin);
  const invitation = { email, role: 'OWNER' };
  const { secret } = await asAdmin<{ secret: string }>('POST', `/users/${String(userId)}/invitations`, invitation);
  const asConsole = api(options.identityUrl, {
    'repasse-internal-token': options.secrets.callerTokens['console to identity'],
  });
  const { password } = person;
  const accepted = { secret, name: 'Dona da Loja', password, locale: 'pt-BR', arrival };
  const { sessionSecret } = await asConsole<{ sessionSecret: string }>(
    'POST',
    '/internal/invitations/acceptance',
    accepted,
  );
  await seedCompany({ ...options, asConsole, sessionSecret, userId, password });
  // Only the owner reads it, as the merchant's key beside it.
  writeFileSync(file, `${JSON.stringify(person, null, 2)}\n`, { mode: 0o600 });
  return person;
};
