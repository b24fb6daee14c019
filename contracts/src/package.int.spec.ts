import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

const packageDir = join(__dirname, '..');
const root = join(packageDir, '..');
const timeoutMs = 180_000;

/** A program of another team: it reads one of our events, knows its type, and checks what it got. */
const program = `
import { eventCatalogue, isOfType, parseEvent, topicOf, validateEvent } from '@repasse/contracts';
import type { ChargePaid } from '@repasse/contracts';
import type { components } from '@repasse/contracts/generated/http/charge';

const paid = eventCatalogue.find(({ type }) => type === 'repasse.charge.paid.v1');
if (paid === undefined) throw new Error('ChargePaid is not in the catalogue.');
const event = parseEvent({
  id: 'evt_1', source: 'repasse/charge', type: paid.type, subject: 'ch_1', time: '2026-11-21T12:03:10.000Z',
  dataSchema: paid.schema.$id, position: 1, data: paid.example,
});
if (!isOfType(['repasse.charge.paid.v1'])(event)) throw new Error('It is no ChargePaid.');
const data: ChargePaid = event.data;
const status: components['schemas']['Charge']['status'] = 'PAID';
const faults = validateEvent('repasse.charge.paid.v1', {}).length;
console.log([topicOf(event.type), data.grossAmountMinor, status, faults > 0].join(' '));
`;

describe('the package of the contracts', () => {
  let place: string;
  let packed: string;

  beforeAll(async () => {
    place = mkdtempSync(join(tmpdir(), 'contracts-package-'));
    packed = await pack(place);
  }, timeoutMs);
  afterAll(() => rmSync(place, { recursive: true, force: true }));

  it('has what is read at run time and what other tools read, and no source, test or map', async () => {
    const { stdout } = await run('tar', ['-tzf', packed]);
    const files = stdout.trim().split('\n');

    for (const name of [
      'asyncapi.yaml',
      'topics.yaml',
      'http/charge.openapi.yaml',
      'events/charge/ChargePaid.v1.yaml',
    ]) {
      expect(files).toContain(`package/${name}`);
    }
    expect(files.filter((name) => /(\.spec\.|\.map$|\/testing\/|^package\/scripts\/)/.test(name))).toEqual([]);
    expect(files.filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts'))).toEqual([]);
  });

  it.each([
    ['CommonJS', 'commonjs'],
    ['ES modules', 'module'],
  ])(
    'compiles strictly and runs in an empty TypeScript project of %s',
    async (_, type) => {
      const project = join(place, type);
      await emptyProject(project, { type, packed });

      await run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', project], { cwd: project });
      const { stdout } = await run(process.execPath, ['program.js'], { cwd: project });

      expect(stdout.trim()).toBe('charge.events.v1 10000 PAID true');
    },
    timeoutMs,
  );
});

/** Packs a copy without anything built, as in a fresh clone: `prepack` has to make it. */
const pack = async (place: string): Promise<string> => {
  const copy = join(place, 'clone/contracts');
  const left = new Set(['dist', 'generated', 'node_modules']);
  cpSync(packageDir, copy, { recursive: true, filter: (path) => !left.has(basename(path)) });
  for (const name of ['tsconfig.base.json', '.oxfmtrc.json']) cpSync(join(root, name), join(place, 'clone', name));
  for (const name of ['node_modules', 'contracts/node_modules']) {
    if (existsSync(join(root, name))) symlinkSync(join(root, name), join(place, 'clone', name));
  }
  const { stdout } = await run('npm', ['pack', '--silent', '--pack-destination', place], { cwd: copy });
  return join(place, stdout.trim().split('\n').at(-1) ?? '');
};

/** The package, and beside it what it says that it depends on: nothing else can be found from there. */
const emptyProject = async (project: string, { type, packed }: { type: string; packed: string }): Promise<void> => {
  const installed = join(project, 'node_modules/@repasse/contracts');
  mkdirSync(installed, { recursive: true });
  await run('tar', ['-xzf', packed, '--strip-components=1', '-C', installed]);
  copyDependencies(installed, join(project, 'node_modules'));
  writeFileSync(join(project, 'package.json'), JSON.stringify({ type }));
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['program.ts'] }));
  writeFileSync(join(project, 'program.ts'), program);
};

const compilerOptions = {
  ...{ module: 'node20', target: 'es2023', lib: ['es2023', 'dom'], types: [] },
  ...{ strict: true, skipLibCheck: false, exactOptionalPropertyTypes: true, verbatimModuleSyntax: false },
};

const copyDependencies = (folder: string, into: string): void => {
  const { dependencies = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    dependencies?: Readonly<Record<string, string>>;
  };
  for (const name of Object.keys(dependencies)) {
    const there = join(into, name);
    if (existsSync(there)) continue;
    mkdirSync(dirname(there), { recursive: true });
    cpSync(join(root, 'node_modules', name), there, { recursive: true });
    copyDependencies(there, into);
  }
};
