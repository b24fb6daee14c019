import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const root = join(__dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'lint-rules-'));
afterAll(() => rmSync(folder, { recursive: true }));

const files: Readonly<Record<string, string>> = {
  'services/shop/src/interval.ts': 'setInterval(work, 1_000);',
  'services/shop/src/while.ts': 'while (isOpen()) await pause(100);',
  'services/shop/src/do.ts': 'do { await pause(100); } while (isOpen());',
  'services/shop/src/for.ts': 'for (;;) { await pause(100); }',
  'services/shop/src/bounded.ts': 'for (let tries = 0; tries < 3; tries += 1) await pause(100);',
  'services/shop/src/once.ts': 'setTimeout(work, 1_000);',
  'services/shop/src/page/browser/clock.ts': 'setInterval(work, 1_000);',
  'services/shop/src/testing/wait.ts': 'while (isOpen()) await pause(100);',
  'services/chassis/src/postgres/advisory-lock.ts': 'while (isOpen()) await pause(100);',
};

interface Report {
  readonly diagnostics: readonly { readonly code: string; readonly filename: string }[];
}

it('loops with timers are for chassis/waiting, for browsers and for tests', () => {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), `${text}\nexport {};\n`);
  }
  // Its paths are relative to the configuration, which lies here therefore; types are not needed.
  const config = readFileSync(join(root, '.oxlintrc.json'), 'utf8').replace('"typeAware": true', '"typeAware": false');
  writeFileSync(join(folder, '.oxlintrc.json'), config);
  cpSync(join(root, 'deploy/lint'), join(folder, 'deploy/lint'), { recursive: true });
  const program = join(root, 'node_modules/oxlint/bin/oxlint');
  const { stdout } = spawnSync(process.execPath, [program, '--format', 'json'], { cwd: folder, encoding: 'utf8' });

  const { diagnostics } = JSON.parse(stdout) as Report;
  const found = diagnostics.filter(({ code }) => code.includes('no-loops-with-timers')).map(({ filename }) => filename);
  expect(found.sort()).toEqual(['do', 'for', 'interval', 'while'].map((name) => `services/shop/src/${name}.ts`));
});
