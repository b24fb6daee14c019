import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installTimeoutMs, pythonWithPackage, runTimeoutMs, type Python } from './environment';

let python: Python;
const work = mkdtempSync(join(tmpdir(), 'repasse-python-'));

beforeAll(async () => {
  python = await pythonWithPackage();
}, installTimeoutMs);
afterAll(() => rmSync(work, { recursive: true, force: true }));

it(
  'does over HTTP as its tests say',
  async () => {
    expect(await python(['-m', 'pytest', '-q'])).toMatch(/^\d+ passed in /m);
  },
  runTimeoutMs,
);

it.each([
  ['mypy', ['-m', 'mypy'], /^Success: no issues found/],
  ['pyright', ['-m', 'pyright'], /^0 errors, 0 warnings/m],
])(
  'is strictly typed for %s',
  async (_, args, success) => {
    expect(await python(args)).toMatch(success);
  },
  runTimeoutMs,
);

it(
  'is a package that an index takes, with its types and its licence',
  async () => {
    await python(['-m', 'build', '--no-isolation', '--outdir', work]);
    const built = readdirSync(work).map((name) => join(work, name));
    expect(built).toHaveLength(2);
    expect(await python(['-m', 'twine', '--no-color', 'check', '--strict', ...built])).not.toMatch(/FAILED|WARNING/);

    const target = join(work, 'installed');
    const wheel = built.find((name) => name.endsWith('.whl')) ?? '';
    await python(['-m', 'pip', '-q', 'install', '--no-deps', '--target', target, wheel]);
    expect(await python(['-c', 'import repasse; print(repasse.__file__)'], { PYTHONPATH: target })).toContain(target);
    expect(readdirSync(join(target, 'repasse'))).toContain('py.typed');
    expect(readdirSync(target, { recursive: true })).toContainEqual(expect.stringMatching(/licenses\/LICENSE$/));
  },
  runTimeoutMs,
);
