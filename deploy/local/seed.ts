import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureDemoProfile } from './demo-profile';
import { type Secrets } from './secrets';
import { type Merchant, type StackFile } from './stack-file';

const demoEmails = { merchant: 'loja@repasse.example', recipients: ['ana@repasse.example', 'bruno@repasse.example'] };
/** The services answer at once when they are up; a request that hangs longer means one is not. */
const requestTimeoutMs = 10_000;

interface User {
  readonly id: number;
  readonly email: string;
}

type Key = Pick<Merchant, 'clientId' | 'clientSecret'>;
interface Emails {
  readonly merchant: string;
  readonly recipients: readonly string[];
}

export interface Seeded {
  readonly merchant: Merchant;
  readonly recipients: readonly { userId: number; email: string }[];
}

/**
 * Makes the demo merchant, with a name and a logo for payers, and its two recipients through the public API, once; later
 * runs find them again.
 */
export const seed = async (options: {
  readonly baseUrl: string;
  readonly sandboxUrl: string;
  readonly secrets: Secrets;
  readonly dataDir: string;
}): Promise<Seeded> => {
  const { baseUrl, sandboxUrl, secrets, dataDir } = options;
  const admin = { clientId: secrets.adminClientId, clientSecret: secrets.adminClientSecret };
  const seeded = await makeMerchant({ baseUrl, sandboxUrl, admin }, demoEmails, (issue) => keptKey(dataDir, issue));
  const adminToken = await tokenFor(baseUrl, admin.clientId, admin.clientSecret);
  await ensureDemoProfile(baseUrl, adminToken, seeded.merchant.userId);
  return seeded;
};

/** A merchant with a key, and the recipients of their splits. Users who are there already are found again. */
export const makeMerchant = async (
  { baseUrl, sandboxUrl, admin: { clientId, clientSecret } }: Pick<StackFile, 'baseUrl' | 'sandboxUrl' | 'admin'>,
  emails: Emails,
  keyOf: (issue: () => Promise<Key>) => Promise<Key> = (issue) => issue(),
): Promise<Seeded> => {
  const admin = await merchantApi(baseUrl, { clientId, clientSecret });
  const merchantUser = await ensureUser(admin, emails.merchant, 'Loja Demo');
  const recipients: { userId: number; email: string }[] = [];
  for (const email of emails.recipients) recipients.push({ userId: (await ensureUser(admin, email, email)).id, email });

  const key = await keyOf(() => issueKey(admin, merchantUser.id));
  const asMerchant = await merchantApi(baseUrl, key);
  const { secret } = await asMerchant<{ secret: string }>('GET', '/webhook-secret');
  // The sandbox's inboxes then say of each webhook whether its signature verifies.
  await api(sandboxUrl)('POST', '/sandbox/inbox-secrets', { secret });
  return { merchant: { userId: merchantUser.id, email: emails.merchant, ...key, webhookSecret: secret }, recipients };
};

/** Gets an access token by client credentials. */
export const tokenFor = async (baseUrl: string, clientId: string, clientSecret: string): Promise<string> => {
  const body = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
  const { access_token } = await api(baseUrl)<{ access_token: string }>('POST', '/oauth/token', body);
  return access_token;
};

/** Calls of a merchant, by their key. */
export const merchantApi = async (baseUrl: string, { clientId, clientSecret }: Key): Promise<Api> =>
  api(baseUrl, { authorization: `Bearer ${await tokenFor(baseUrl, clientId, clientSecret)}` });

/** A refusal is thrown with what it says. */
export const api =
  (url: string, authorization: Readonly<Record<string, string>> = {}) =>
  async <Body>(method: string, path: string, body?: object): Promise<Body> => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...authorization },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(requestTimeoutMs),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} answered ${String(response.status)}: ${text}`);
    return (text === '' ? undefined : JSON.parse(text)) as Body;
  };

export type Api = ReturnType<typeof api>;

const ensureUser = async (admin: Api, email: string, name: string): Promise<User> => {
  const { data } = await admin<{ data: readonly User[] }>('GET', `/users?email=${encodeURIComponent(email)}`);
  return data[0] ?? (await admin<User>('POST', '/users', { email, name, profile: 'CUSTOMER' }));
};

const issueKey = async (admin: Api, userId: number): Promise<Key> => {
  const { clientId, clientSecret } = await admin<Key>('POST', `/users/${String(userId)}/api-keys`, {});
  return { clientId, clientSecret };
};

/** The secret is shown once, so it is kept beside the data that it belongs to. */
const keptKey = async (dataDir: string, issue: () => Promise<Key>): Promise<Key> => {
  const file = join(dataDir, 'merchant-key.json');
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Key;
  const key = await issue();
  writeFileSync(file, `${JSON.stringify(key, null, 2)}\n`, { mode: 0o600 });
  return key;
};
