import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { packageRoot } from './package-root';

describe('what is generated', () => {
  it('says what the contracts say now', () => {
    const script = join(packageRoot, 'scripts', 'generate-types.mjs');
    const { status, stderr } = spawnSync(process.execPath, [script, '--check'], { encoding: 'utf8', timeout: 25_000 });

    expect([status, stderr]).toEqual([0, '']);
  });
});
