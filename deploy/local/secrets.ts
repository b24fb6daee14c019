import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What the local system's services share among themselves; made once per data folder and kept beside its data. */
export type Secrets = {
  readonly internalToken: string;
  readonly keyEncryptionKey: string;
  readonly adminClientId: string;
  readonly adminClientSecret: string;
  readonly pixClientId: string;
  readonly pixClientSecret: string;
  readonly pixCallbackToken: string;
  readonly postgresPassword: string;
};

const newSecrets = (): Secrets => ({
  internalToken: randomBytes(32).toString('hex'),
  keyEncryptionKey: randomBytes(32).toString('base64'),
  adminClientId: `rp_admin_${randomBytes(6).toString('hex')}`,
  adminClientSecret: randomBytes(32).toString('base64url'),
  pixClientId: `pix_${randomBytes(6).toString('hex')}`,
  pixClientSecret: randomBytes(24).toString('hex'),
  pixCallbackToken: randomBytes(24).toString('hex'),
  postgresPassword: randomBytes(16).toString('hex'),
});

export const loadSecrets = (dataDir: string): Secrets => {
  const file = join(dataDir, 'secrets.json');
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Secrets;
  const secrets = newSecrets();
  mkdirSync(dataDir, { recursive: true });
  // Only the owner reads it: with the encryption key a copy of the database gives away merchants' signing secrets.
  writeFileSync(file, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  return secrets;
};
