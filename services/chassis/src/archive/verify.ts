import { join } from 'node:path';
import { type Tx } from '../postgres/database';
import { checkPart, DamagedPartError, manifestOfFile, readManifests, type Manifest } from './part';

export interface PartCheck {
  readonly file: string;
  readonly subjects: number;
  /** `ok`, or what is wrong. */
  readonly result: string;
}

/** Reads every file of a service, and looks for those that the database's marks name. */
export const verifyArchive = async (db: Tx, folder: string, service: string): Promise<readonly PartCheck[]> => {
  const manifests = await readManifests(folder, service);
  const checks: PartCheck[] = [];
  for (const manifest of manifests) checks.push(await checkOf(folder, manifest));
  const known = new Set(manifests.map(({ file }) => file));
  const marked = await db.query<{ file: string; subjects: number }>(
    'select file, count(*) as subjects from archived group by file order by file',
  );
  for (const { file, subjects } of marked)
    if (!known.has(file)) checks.push({ file, subjects, result: await missing(folder, file) });
  return checks;
};

const checkOf = async (folder: string, manifest: Manifest): Promise<PartCheck> => {
  const { file, subjects } = manifest;
  try {
    await checkPart(join(folder, file), manifest);
    return { file, subjects, result: 'ok' };
  } catch (fault) {
    return { file, subjects, result: messageOf(fault) };
  }
};

const missing = async (folder: string, file: string): Promise<string> => {
  try {
    await manifestOfFile(folder, file);
    return 'its manifest is of another service';
  } catch (fault) {
    return messageOf(fault);
  }
};

/** A file that does not unpack is as damaged as one with another digest. */
const messageOf = (fault: unknown): string => {
  if (fault instanceof DamagedPartError) return fault.message;
  return fault instanceof Error ? `cannot be read: ${fault.message}` : String(fault);
};
