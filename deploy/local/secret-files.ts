import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Only the owner reads them: with an encryption key a copy of the database gives away merchants' signing secrets. */
const ownFolderMode = 0o700;
const ownFileMode = 0o600;

/** Where an installation keeps the secrets of its services: a folder for each, and a file for each variable. */
export const secretsFolder = (dataDir: string): string => join(dataDir, 'secrets');

/**
 * The secrets as `NAME_FILE` variables, each written to its file at the first start. A file that is there stays: whoever
 * replaces a secret does it there, and the service reads it again without a restart.
 */
export const asSecretFiles = (
  dataDir: string,
  service: string,
  secrets: Readonly<Record<string, string>>,
): Record<string, string> => {
  const folder = join(secretsFolder(dataDir), service);
  mkdirSync(folder, { recursive: true, mode: ownFolderMode });
  return Object.fromEntries(
    Object.entries(secrets).map(([name, value]) => {
      const file = join(folder, name);
      if (!existsSync(file)) writeFileSync(file, `${value}\n`, { mode: ownFileMode });
      return [`${name}_FILE`, file];
    }),
  );
};
