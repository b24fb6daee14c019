import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Beside migrations that were edited before the first release: the digests that such a file had. A database that was made
 * with one of them is accepted, and a later migration brings what it lacks. Nothing is added here after a release.
 */
const fileName = 'earlier-digests.json';

/** By file name. */
export type EarlierDigests = Readonly<Record<string, readonly string[]>>;

export const readEarlierDigests = async (folder: string): Promise<EarlierDigests> => {
  const file = join(folder, fileName);
  return existsSync(file) ? (JSON.parse(await readFile(file, 'utf8')) as EarlierDigests) : {};
};
