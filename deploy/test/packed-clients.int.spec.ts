import { execFile, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = join(__dirname, '../..');
const { version } = JSON.parse(readFileSync(join(root, 'clients/cli/package.json'), 'utf8')) as { version: string };
/** Room for twice the operations of today; a package beyond it carries something that nobody imports. */
const packedBytesMax = 400_000;
const packingTimeoutMs = 180_000;

interface Packed {
  readonly filename: string;
  readonly size: number;
  readonly files: readonly { readonly path: string; readonly mode: number }[];
}

interface Client {
  readonly folder: string;
  readonly name: string;
  readonly built: RegExp;
  /** Each is run as `node <file> --version` beside the package, and prints this. */
  readonly programs: Readonly<Record<string, string>>;
  readonly prints: string;
}

const always = ['CHANGELOG.md', 'LICENSE', 'README.md', 'package.json'];
const sdkProgram = `console.log(typeof Repasse, toMinor('1.50'));`;
const clients: readonly Client[] = [
  {
    folder: 'typescript',
    name: '@repasse/sdk',
    built: /^dist\/((index|pix-element)\.[cm]js|types\/.+\.d\.ts|types-esm\/.+\.d\.mts)$/,
    programs: {
      'program.mjs': `import { Repasse, toMinor } from '@repasse/sdk';\n${sdkProgram}`,
      'program.cjs': `const { Repasse, toMinor } = require('@repasse/sdk');\n${sdkProgram}`,
    },
    prints: 'function 150',
  },
  {
    folder: 'cli',
    name: '@repasse/cli',
    built: /^dist\/repasse\.cjs$/,
    programs: { 'program.cjs': `require('@repasse/cli/dist/repasse.cjs');` },
    prints: version,
  },
];

let place: string;

beforeAll(() => {
  place = mkdtempSync(join(tmpdir(), 'packed-clients-'));
  mkdirSync(join(place, 'clone/clients'), { recursive: true });
  cpSync(join(root, 'tsconfig.base.json'), join(place, 'clone/tsconfig.base.json'));
  symlinkSync(join(root, 'node_modules'), join(place, 'clone/node_modules'));
});
afterAll(() => rmSync(place, { recursive: true, force: true }));

/** A copy without anything built, as in a fresh clone: `prepack` has to make it, and no other suite loses its build. */
const pack = async (folder: string): Promise<Packed> => {
  const copy = join(place, 'clone/clients', folder);
  const left = new Set(['dist', 'node_modules']);
  cpSync(join(root, 'clients', folder), copy, { recursive: true, filter: (path) => !left.has(basename(path)) });
  const { stdout } = await run('npm', ['pack', '--json', '--silent', '--pack-destination', place], { cwd: copy });
  // Before it stands what the build printed.
  const [packed] = Object.values(JSON.parse(stdout.slice(stdout.search(/^[[{]/m))) as Record<string, Packed>);
  if (packed === undefined) throw new Error(`Nothing was packed: ${stdout}`);
  return packed;
};

const unpack = async (tarball: string, name: string, project: string): Promise<void> => {
  const folder = join(project, 'node_modules', name);
  mkdirSync(folder, { recursive: true });
  await run('tar', ['-xzf', tarball, '--strip-components=1', '-C', folder]);
};

const faultsOf = (tarball: string): string => {
  const script = join(root, 'deploy/releases/check-package.mjs');
  const { stdout, stderr } = spawnSync(process.execPath, [script, tarball], { encoding: 'utf8' });
  return stdout + stderr;
};

describe.each(clients)('the package $name', ({ folder, name, built, programs, prints }) => {
  let packed: Packed;
  let tarball: string;

  beforeAll(async () => {
    packed = await pack(folder);
    tarball = join(place, basename(packed.filename));
  }, packingTimeoutMs);

  it('has what was built, its pages and nothing else, and is small', () => {
    const paths = packed.files.map(({ path }) => path);

    expect(paths.filter((path) => !built.test(path)).sort()).toEqual(always);
    expect(paths.filter((path) => built.test(path)).length).toBeGreaterThan(0);
    expect(packed.size).toBeLessThan(packedBytesMax);
  });

  it('has entries and types that fit each other', () => {
    expect(faultsOf(tarball)).toBe('');
  });

  it.each(Object.entries(programs))('runs without any other package in %s', async (file, text) => {
    const project = join(place, folder);
    await unpack(tarball, name, project);
    writeFileSync(join(project, file), text);

    const { stdout } = await run(process.execPath, [join(project, file), '--version']);

    expect(stdout.trim()).toBe(prints);
  });
});

it('a package whose entry is missing and whose types are of the other kind is told of', async () => {
  const folder = join(place, 'wrong/package');
  mkdirSync(folder, { recursive: true });
  const types = './index.d.ts';
  const exports = { '.': { import: { types, default: './index.mjs' }, require: { types, default: './gone.cjs' } } };
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'wrong', version: '1.0.0', exports }));
  writeFileSync(join(folder, 'index.mjs'), 'export const one = 1;\n');
  writeFileSync(join(folder, 'index.d.ts'), 'export declare const one: 1;\n');
  await run('tar', ['-czf', join(place, 'wrong.tgz'), '-C', join(place, 'wrong'), 'package']);

  const faults = faultsOf(join(place, 'wrong.tgz'));

  expect(faults).toContain('gone.cjs but the file does not exist');
  expect(faults).toContain('"kind":"FalseCJS"');
});
