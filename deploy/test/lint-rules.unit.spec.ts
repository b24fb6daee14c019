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
  'services/chassis/src/postgres/internal/advisory-lock.ts': 'while (isOpen()) await pause(100);',
  'services/shop/src/literal.ts': "db.query('set synchronous_commit = off');",
  'services/shop/src/template.ts': 'db.query(`set local synchronous_commit = ${value}`);',
  'services/shop/test/server.ts': "start('synchronous_commit=off');",
  'services/shop/src/by-name.ts': "if (method === 'PIX') refund();",
  'services/shop/src/method-type.ts': "export type Method = 'CREDIT_CARD';",
  'services/shop/src/by-row.ts': 'if (methodRows[method].isRefundable) refund();',
  'services/shop/src/domain/methods.ts': "export const payoutMethod = 'CRYPTO';",
  'services/shop/test/payment.ts': "pay('PIX');",
  'services/chassis/src/postgres/lazy-commit.ts': "export const lazyCommit = 'set synchronous_commit = off';",
};

interface Report {
  readonly diagnostics: readonly { readonly code: string; readonly filename: string }[];
}

let reports: Report['diagnostics'];

beforeAll(() => {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), `${text}\nexport {};\n`);
  }
  // Its paths are relative to the configuration, which lies here therefore; types are not needed.
  const config = readFileSync(join(root, '.oxlintrc.json'), 'utf8').replace('"typeAware": true', '"typeAware": false');
  writeFileSync(join(folder, '.oxlintrc.json'), config);
  for (const part of ['deploy/lint', 'contracts/schemas/payment-gateway']) {
    cpSync(join(root, part), join(folder, part), { recursive: true });
  }
  const program = join(root, 'node_modules/oxlint/bin/oxlint');
  const { stdout } = spawnSync(process.execPath, [program, '--format', 'json'], { cwd: folder, encoding: 'utf8' });

  reports = (JSON.parse(stdout) as Report).diagnostics;
});

it.each([
  ['no-loops-with-timers', 'are for chassis/waiting, for browsers and for tests', ['do', 'for', 'interval', 'while']],
  ['methods-by-row', 'is for all but the places of a method', ['by-name', 'method-type']],
  ['one-home', 'is for spellings that a module of the chassis names', ['literal', 'template']],
])('%s %s', (rule, _, names) => {
  const found = reports.filter(({ code }) => code.includes(rule)).map(({ filename }) => filename);
  expect(found.sort()).toEqual(names.map((name) => `services/shop/src/${name}.ts`));
});
