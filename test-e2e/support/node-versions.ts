import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const folder = join(__dirname, '../node-versions');

/** The oldest that the clients promise, and those that follow it; their numbers are in `node-versions/package.json`. */
export const nodeVersions = ['20', '22', '24'] as const;
export type NodeVersion = (typeof nodeVersions)[number];

export const nodesInstallTimeoutMs = 5 * 60_000;

const programOf = (version: NodeVersion): string =>
  join(folder, 'node_modules', `node-${version}-${process.platform}-${process.arch}`, 'bin/node');

/** Half a gigabyte, which only who tests the clients needs, and so no part of the workspace. Comes once a clone. */
export const installNodes = async (): Promise<(version: NodeVersion) => string> => {
  const isThere = (): boolean => nodeVersions.every((version) => existsSync(programOf(version)));
  if (!isThere()) {
    const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund'];
    await promisify(execFile)('npm', args, { cwd: folder, timeout: nodesInstallTimeoutMs });
  }
  if (!isThere())
    throw new Error(
      `There is no Node ${nodeVersions.join(', ')} for ${process.platform} ${process.arch} in ${folder}.`,
    );
  return programOf;
};
