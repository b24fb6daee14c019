import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { readReleases } from '../../deploy/releases/release-file.mjs';
import { projectRoot } from '../../deploy/local/project-root';

/**
 * While there is no release: the first commit whose services leave migrations to a step of their own. It is not needed any
 * more once deploy/releases has a file.
 */
const beforeReleases = 'bed0c95001673de215f537bed8ce6fa3f33a211b';

export interface PreviousRelease {
  readonly name: string;
  readonly commit: string;
}

/** The release that an installation comes from, and goes back to. Throws where its commit is not in this clone. */
export const previousRelease = (): PreviousRelease => {
  const last = readReleases(join(projectRoot, 'deploy', 'releases')).at(-1);
  const previous =
    last === undefined ? { name: 'before 0.1.0', commit: beforeReleases } : { name: last.version, ...last };
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
