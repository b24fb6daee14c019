import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Some seconds on an idle machine; the rest is for one that runs every suite at once. */
const generationTimeoutMs = 120_000;
const read = (name: string): string => readFileSync(join(__dirname, name), 'utf8');

it('says one version in all places', () => {
  const { version } = JSON.parse(read('package.json')) as { version: string };
  expect(read('src/repasse/_version.py')).toContain(`__version__ = "${version}"`);
  expect(read('CHANGELOG.md')).toContain(`\n## [${version}]`);
});

it(
  'has the operations of the description as it is now',
  () => {
    const script = join(__dirname, 'scripts', 'generate.mjs');
    const { status, stderr } = spawnSync(process.execPath, ['--conditions=repasse-source', script, '--check'], {
      encoding: 'utf8',
      timeout: generationTimeoutMs,
    });

    expect([status, stderr]).toEqual([0, '']);
  },
  generationTimeoutMs,
);
