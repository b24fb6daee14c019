// `node deploy/releases/cut.mjs`: writes deploy/releases/<version>.json for the version of package.json and the commit that is
// checked out. From then on the migrations of that commit are frozen, and functions change by a higher number. A file that
// is there already is never written again.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { faultsAgainst, readReleases, releaseOf } from './release-file.mjs';

const folder = fileURLToPath(new URL('.', import.meta.url));
const root = join(folder, '../..');
const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();

const leave = (message) => {
  console.error(message);
  process.exit(1);
};

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const file = join(folder, `${version}.json`);
if (existsSync(file)) leave(`Release ${version} is there already: raise the version in package.json first.`);
if (git('status', '--porcelain') !== '') leave('Commit everything first: a release is a commit.');
if (!readFileSync(join(root, 'CHANGELOG.md'), 'utf8').includes(`## [${version}]`))
  leave(`CHANGELOG.md has no section "## [${version}]".`);
const faults = readReleases(folder).flatMap((release) => faultsAgainst(release, root));
if (faults.length > 0) leave(faults.join('\n'));

const date = new Date().toISOString().slice(0, 10);
const release = releaseOf({ root, version, date, commit: git('rev-parse', 'HEAD') });
writeFileSync(file, `${JSON.stringify(release, null, 2)}\n`);
console.log(`${file}
Commit it: git add ${file} && git commit -m "release: cut ${version}"
A tag is welcome besides: git tag v${version} ${release.commit}`);
