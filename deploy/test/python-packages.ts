import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from './compose-file';

const run = promisify(execFile);

export const installTimeoutMs = 300_000;

/** Where these packages are, or will be. */
export const folderOf = (packages: readonly string[]): string =>
  join(root, 'node_modules/.cache', packages.join('+').replaceAll('==', '-'));

/** Fetches packages of PyPI once, into a folder of their own. */
export const installPython = async (packages: readonly string[]): Promise<string> => {
  const folder = folderOf(packages);
  if (existsSync(folder)) return folder;
  const program = join(__dirname, 'install-python.py');
  await run('python3', [program, folder, ...packages], { timeout: installTimeoutMs });
  return folder;
};
