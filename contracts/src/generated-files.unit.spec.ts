import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { packageRoot, readGenerated, readText } from './package-root';

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

describe('what is generated for programs to read', () => {
  const descriptions = readdirSync(join(packageRoot, 'http')).map((file) => `http/${file}`);

  it.each(['errors.yaml', 'topics.yaml', ...descriptions])('says what %s says now', (file) => {
    const written = load(readText(file).replaceAll('./common.yaml#/', '#/'));
    expect(readGenerated(file.replace('.yaml', '.json'))).toEqual(written);
  });
});
