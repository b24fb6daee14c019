import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { version } from './version';

const root = join(__dirname, '..');
/** Some seconds on an idle machine; the rest is for one that runs every suite at once. */
const generationTimeoutMs = 120_000;

it('says the version that the package has, in the changelog too', () => {
  expect(version).toBe((JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }).version);
  expect(readFileSync(join(root, 'CHANGELOG.md'), 'utf8')).toContain(`\n## [${version}]`);
});

it(
  'has the operations of the description as it is now',
  () => {
    const script = join(root, 'scripts', 'generate.mjs');
    const { status, stderr } = spawnSync(process.execPath, ['--conditions=repasse-source', script, '--check'], {
      encoding: 'utf8',
      timeout: generationTimeoutMs,
    });

    expect([status, stderr]).toEqual([0, '']);
  },
  generationTimeoutMs,
);
