import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { readReleases } from '../../deploy/releases/release-file.mjs';
import { projectRoot } from '../../deploy/local/project-root';

export interface PreviousRelease {
  readonly name: string;
  readonly commit: string;
}

/** The release that an installation comes from, and goes back to. Throws where its commit is not in this clone. */
export const previousRelease = (): PreviousRelease => {
  const last = readReleases(join(projectRoot, 'deploy', 'releases')).at(-1);
  if (last === undefined) throw new Error('deploy/releases names no release.');
  const previous = { name: last.version, ...last };
  if (!isHere(previous.commit))
    throw new Error(
      `The commit of the previous release, ${previous.commit}, is not in this clone. ` +
        'A shallow clone lacks it: git fetch --unshallow (in CI: a checkout with its whole history).',
    );
  return previous;
};

const isHere = (commit: string): boolean =>
  spawnSync('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: projectRoot, stdio: 'ignore' }).status === 0;

/** The files of a commit, unpacked into a folder. */
export const unpack = (commit: string, folder: string): void => {
  const archive = execFileSync('git', ['archive', '--format=tar', commit], {
    cwd: projectRoot,
    maxBuffer: archiveBytesMax,
  });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
};

/** The tree has 25 MiB. */
const archiveBytesMax = 500 * 1024 * 1024;
