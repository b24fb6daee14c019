import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rename, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Writes a file that is there whole or not at all, also after a power cut. `mode` is that of a file that is made. */
export const writeWhole = async (path: string, text: string, mode?: number): Promise<void> => {
  const unfinished = `${path}.unfinished`;
  const file = await open(unfinished, 'w', mode);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(unfinished, path);
  await syncFolder(dirname(path));
};

/** A name is on the disk when its folder is. */
const syncFolder = async (path: string): Promise<void> => {
  let folder: FileHandle | undefined;
  try {
    folder = await open(path, 'r');
    await folder.sync();
  } finally {
    await folder?.close();
  }
};

/** SHA-256 as `sha256sum` prints it. */
export const digestOfFile = async (path: string): Promise<string> => {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
};
