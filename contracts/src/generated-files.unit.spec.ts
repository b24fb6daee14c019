import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { packageRoot } from './package-root';

/** Three seconds on an idle machine; the rest is for one that runs every suite at once. */
const generationTimeoutMs = 60_000;

describe('what is generated and committed', () => {
  it(
    'says what the contracts say now',
    () => {
      const script = join(packageRoot, 'scripts', 'generate.mjs');
      const { status, stderr } = spawnSync(process.execPath, [script, '--check'], {
        encoding: 'utf8',
        timeout: generationTimeoutMs,
      });

      expect([status, stderr]).toEqual([0, '']);
    },
    generationTimeoutMs,
  );
});
