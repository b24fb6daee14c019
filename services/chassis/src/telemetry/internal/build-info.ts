import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** Which build runs: of its package, and of the commit that it was made from. */
export interface BuildInfo {
  readonly version: string;
  /** 40 hexadecimal digits, or `unknown`. */
  readonly commit: string;
}

/** Beside src and dist alike. */
const packageFolder = resolve(__dirname, '../../..');

/** An image has a file COMMIT at its root, and a checkout has git's files. */
export const readBuildInfo = (root = dirname(dirname(packageFolder))): BuildInfo => {
  const { version } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')) as { version: string };
  const commit = textOf(join(root, 'COMMIT')) ?? headOf(join(root, '.git'));
  return { version, commit: /^[0-9a-f]{40}$/.test(commit ?? '') ? String(commit) : 'unknown' };
};

/** The commit that is checked out. A worktree has a file instead of the folder, which names it. */
const headOf = (git: string): string | undefined => {
  const folder = worktreeFolder(git) ?? git;
  const head = textOf(join(folder, 'HEAD'));
  const ref = /^ref: (.+)$/.exec(head ?? '')?.[1];
  if (ref === undefined) return head;
  const common = resolve(folder, textOf(join(folder, 'commondir')) ?? '.');
  return textOf(join(common, ref)) ?? packedRef(common, ref);
};

const worktreeFolder = (git: string): string | undefined => /^gitdir: (.+)$/.exec(textOf(git) ?? '')?.[1];

const packedRef = (common: string, ref: string): string | undefined =>
  textOf(join(common, 'packed-refs'))
    ?.split('\n')
    .find((line) => line.endsWith(` ${ref}`))
    ?.split(' ')[0];

/** Undefined for what is no readable file: that a build does not know its commit stops nothing. */
const textOf = (file: string): string | undefined => {
  try {
    return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
  } catch {
    return undefined;
  }
};
