// node deploy/images/assemble.mjs OUT   lays out, once everything is built, a folder per workspace with what its image runs:
// compiled code, migrations, descriptions. No source, test, type, source map or tool.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');

/** Every program stands on these. */
const libraries = ['contracts', 'services/chassis', 'services/checkout-kit', 'services/values'];

/** What a workspace is at run time; `contracts` is read as JSON and YAML, and `widget` is served to browsers. */
const parts = {
  contracts: [
    ...['package.json', 'dist', 'events', 'http', 'schemas', 'state-machines', 'src/generated'],
    ...['envelope.schema.json', 'asyncapi.yaml', 'errors.yaml', 'retention.yaml', 'topics.yaml'],
  ],
  // The local runner and the backups of its PostgreSQL are for machines that have a checkout.
  deploy: ['package.json', 'dist/docs', 'dist/edge', 'dist/kafka', 'dist/postgres'],
};
const partsOfService = ['package.json', 'dist', 'migrations', 'widget'];

const leftOut = [/\.d\.[cm]?ts$/, /\.map$/, /\.spec\./, /\.tsbuildinfo$/];

/** @param {string} path below the root */
const isNeeded = (path) => {
  if (path.split(sep).includes('testing')) return false;
  if (path.startsWith(join('contracts', 'src')) && path.endsWith('.ts')) return false;
  return !leftOut.some((pattern) => pattern.test(basename(path)));
};

/** Without the names of tools and their commands, of which none is there. */
const writeManifest = (from, to) => {
  const { devDependencies: _, scripts: __, ...manifest } = JSON.parse(readFileSync(from, 'utf8'));
  mkdirSync(dirname(to), { recursive: true });
  writeFileSync(to, `${JSON.stringify(manifest, null, 2)}\n`);
};

const copy = (workspace, out) => {
  for (const part of parts[workspace] ?? partsOfService) {
    const from = join(root, workspace, part);
    if (!existsSync(from)) continue;
    if (part === 'package.json') writeManifest(from, join(out, workspace, part));
    else
      cpSync(from, join(out, workspace, part), {
        recursive: true,
        filter: (path) => isNeeded(relative(root, path)),
      });
  }
};

/** Those with a program: the services and `deploy`. */
export const imageWorkspaces = () => [
  ...readdirSync(join(root, 'services'))
    .map((name) => `services/${name}`)
    .filter((name) => existsSync(join(root, name, 'package.json')) && !libraries.includes(name)),
  'deploy',
];

export const assemble = (workspace, out) => {
  mkdirSync(join(out, 'node_modules/@repasse'), { recursive: true });
  writeManifest(join(root, 'package.json'), join(out, 'package.json'));
  for (const each of [...libraries, workspace]) {
    copy(each, out);
    symlinkSync(`../../${each}`, join(out, 'node_modules/@repasse', basename(each)));
  }
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [out] = process.argv.slice(2);
  if (out === undefined) throw new Error('Name the folder: node deploy/images/assemble.mjs OUT');
  for (const workspace of imageWorkspaces()) assemble(workspace, join(resolve(out), workspace));
}
