/**
 * Fails when callers of the last release would be turned away or misled by the description of today;
 * compare-http.mjs has the rules.
 */
import { join } from 'node:path';
import { readReleases } from '../../deploy/releases/release-file.mjs';
import { compareHttp } from './compare-http.mjs';
import { git } from './contracts-at.mjs';
import { httpAt, httpInWorkingTree } from './http-at.mjs';

const root = join(import.meta.dirname, '..');

/** A shallow clone has no such commit. */
const isThere = (commit) => {
  try {
    return git(root, ['cat-file', '-e', `${commit}^{commit}`]) !== undefined;
  } catch {
    return false;
  }
};

const [release] = readReleases(join(root, '../deploy/releases'))
  .filter(({ commit }) => isThere(commit))
  .slice(-1);
if (release === undefined) {
  console.log('No release to compare with.');
  process.exit(0);
}
const before = httpAt(root, release.commit);
const { length: paths } = Object.keys(before.paths);
if (paths === 0) throw new Error(`Nothing was read of release ${release.version}.`);
const faults = compareHttp(before, httpInWorkingTree(root));
if (faults.length > 0) {
  console.error(
    [
      `These changes would break callers of release ${release.version}:`,
      ...faults.map((fault) => `  ${fault}`),
      'Undo them, or leave the operation as it is and add another beside it.',
    ].join('\n'),
  );
  process.exit(1);
}
console.log(`Compatible with release ${release.version}: ${paths} paths.`);
