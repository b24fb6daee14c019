import { constants } from 'node:fs';
import { copyFile, mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

const ownFolderMode = 0o700;

/**
 * Copies a folder whose files change meanwhile, and returns how many bytes it copied. Files that vanish are left out:
 * PostgreSQL makes up for all of that from its write-ahead log. `isLeftOut` gets paths relative to the folder.
 */
export const copyFiles = async (
  from: string,
  to: string,
  isLeftOut: (path: string) => boolean = () => false,
): Promise<number> => {
  const copyFolder = async (path: string): Promise<number> => {
    await mkdir(join(to, path), { recursive: true, mode: ownFolderMode });
    let bytes = 0;
    for (const entry of await entriesOf(join(from, path))) {
      const inside = join(path, entry.name);
      if (isLeftOut(inside)) continue;
      if (entry.isDirectory()) bytes += await copyFolder(inside);
      else if (entry.isFile()) bytes += await copyOne(join(from, inside), join(to, inside));
      else if (entry.isSymbolicLink()) throw new Error(`${join(from, inside)} is a link; tablespaces are not copied.`);
    }
    return bytes;
  };
  return copyFolder('');
};

const entriesOf = (folder: string) => orVanished(() => readdir(folder, { withFileTypes: true }), []);

const copyOne = (from: string, to: string): Promise<number> =>
  orVanished(async () => {
    await copyFile(from, to, constants.COPYFILE_FICLONE);
    return (await stat(to)).size;
  }, 0);

const orVanished = async <T>(work: () => Promise<T>, otherwise: T): Promise<T> => {
  try {
    return await work();
  } catch (fault) {
    if (fault instanceof Error && 'code' in fault && fault.code === 'ENOENT') return otherwise;
    throw fault;
  }
};
