import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The folder with turbo.json, found upwards, because this file runs from the sources in tests and from dist/ otherwise. */
const rootAbove = (folder: string): string => {
  if (existsSync(join(folder, 'turbo.json'))) return folder;
  if (dirname(folder) === folder) throw new Error('Not inside a checkout of Repasse: turbo.json was not found.');
  return rootAbove(dirname(folder));
};

export const projectRoot = rootAbove(__dirname);
