/**
 * Writes what follows from the contracts: the event schemas, the types in src/generated, asyncapi.yaml, and the
 * catalogue in README.md.
 * With --check it writes nothing, lists what is out of date and exits with 1.
 */
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { generateAsyncApi } from './generate-asyncapi.mjs';
import { generateCatalogue } from './generate-catalogue.mjs';
import { generateEventTypes } from './generate-event-types.mjs';
import { generateHttpTypes } from './generate-http-types.mjs';
import { generateSchemas } from './generate-schemas.mjs';

const root = join(import.meta.dirname, '..');
/** Nothing else lies in these. */
const generatedFolders = ['src/generated', 'schemas'];

const generators = [generateSchemas, generateEventTypes, generateHttpTypes, generateAsyncApi, generateCatalogue];

/** By path below the package: what each file should say. */
const files = new Map((await Promise.all(generators.map((generate) => generate(root)))).flat());
const superfluous = generatedFolders.flatMap(filesIn).filter((path) => !files.has(path));
const stale = [...files].filter(([path, text]) => currentText(path) !== text).map(([path]) => path);

if (process.argv.includes('--check')) report();
else write();

function filesIn(folder) {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(root, join(parentPath, name)).replaceAll('\\', '/'));
}

function currentText(path) {
  const file = join(root, path);
  // A checkout on Windows may have turned the line ends.
  return existsSync(file) ? readFileSync(file, 'utf8').replaceAll('\r\n', '\n') : undefined;
}

function report() {
  const wrong = [...stale, ...superfluous];
  if (wrong.length === 0) return;
  console.error(`Out of date, run npm run generate: ${wrong.join(', ')}`);
  process.exitCode = 1;
}

function write() {
  for (const path of superfluous) rmSync(join(root, path));
  for (const path of stale) {
    const file = join(root, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, files.get(path));
  }
}
