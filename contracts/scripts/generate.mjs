/**
 * Writes what follows from the contracts: the event schemas, asyncapi.yaml, the catalogue in README.md and the pages and
 * views of docs/data, which are committed, and src/generated, which is not: types, and the YAML files as JSON.
 *   --uncommitted  the latter alone: a part of the build, and of npm ci
 *   --check        writes nothing; lists what is committed and out of date, and exits with 1
 */
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { generateAsyncApi, generateAsyncApiJson } from './generate-asyncapi.mjs';
import { generateCatalogue } from './generate-catalogue.mjs';
import { generateCollection } from './generate-collection.mjs';
import { generateDataPages } from './generate-data-pages.mjs';
import { generateDataViews } from './generate-data-views.mjs';
import { generateEventTypes } from './generate-event-types.mjs';
import { generateHttpTypes } from './generate-http-types.mjs';
import { generateJson } from './generate-json.mjs';
import { generateSchemas } from './generate-schemas.mjs';

const root = join(import.meta.dirname, '..');
const isCheck = process.argv.includes('--check');

/** Their folders hold nothing else. */
const uncommitted = {
  folders: ['src/generated'],
  generators: [generateEventTypes, generateHttpTypes, generateJson, generateAsyncApiJson],
};
const committed = {
  folders: ['schemas', '../docs/data/events', '../docs/data/topics', '../clients/collection/repasse'],
  generators: [
    generateSchemas,
    generateAsyncApi,
    generateCatalogue,
    generateDataPages,
    generateDataViews,
    generateCollection,
  ],
};
// What is committed comes first: asyncapi.json takes in the schemas as they lie there.
const parts = isCheck ? [committed] : process.argv.includes('--uncommitted') ? [uncommitted] : [committed, uncommitted];

for (const part of parts) {
  const { files, stale, superfluous } = await compared(part);
  if (isCheck) report([...stale, ...superfluous]);
  else write(files, stale, superfluous);
}

/** By path below the package: what each file of the part should say, and where the tree says something else. */
async function compared({ folders, generators }) {
  const files = new Map((await Promise.all(generators.map((generate) => generate(root)))).flat());
  const superfluous = folders.flatMap(filesIn).filter((path) => !files.has(path));
  const stale = [...files].filter(([path, text]) => currentText(path) !== text).map(([path]) => path);
  return { files, stale, superfluous };
}

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

function report(wrong) {
  if (wrong.length === 0) return;
  console.error(`Out of date, run npm run generate: ${wrong.join(', ')}`);
  process.exitCode = 1;
}

function write(files, stale, superfluous) {
  for (const path of superfluous) rmSync(join(root, path));
  for (const path of stale) {
    const file = join(root, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, files.get(path));
  }
}
