// Run in deploy/: makes dist/docs, which the edge serves. The reader's files are copied out of swagger-ui-dist, and the
// guides and the rest of docs/ become two sites of static files (.vitepress/config.mts, manual/.vitepress/config.mts), so that
// an image carries files and no package.
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const built = join(here, '../dist/docs');
const swaggerUi = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));

const reader = {
  'swagger-ui-bundle.js': swaggerUi,
  'swagger-ui.css': swaggerUi,
  // Its terms, and those of what is in the bundle, go wherever the bundle goes.
  'swagger-ui-bundle.js.LICENSE.txt': swaggerUi,
  LICENSE: swaggerUi,
  NOTICE: swaggerUi,
  'reader.css': join(here, 'reader'),
  'start-reader.js': join(here, 'reader'),
};

mkdirSync(join(built, 'reader'), { recursive: true });
for (const [name, folder] of Object.entries(reader)) {
  await replace(join(built, 'reader', name), (path) => writeFileSync(path, readFileSync(join(folder, name))));
}
await Promise.all([
  replace(join(built, 'guides'), (folder) => buildSite(here, folder)),
  replace(join(built, 'manual'), async (folder) => {
    await buildSite(join(here, 'manual'), folder);
    for (const programs of ['sql', 'consumers']) copyPrograms(join('data', programs), folder);
  }),
]);

/** What pages link to beside pages, without what somebody has installed or built there. */
function copyPrograms(from, folder) {
  const isOther = (path) => /\.md$|\/(node_modules|target|META-INF|__pycache__)$/.test(path);
  cpSync(join(here, '../../docs', from), join(folder, from), { recursive: true, filter: (path) => !isOther(path) });
}

/** Whole at once: an edge may be reading it, and tests of several files build at the same time. */
async function replace(path, make) {
  const made = `${path}.${process.pid}`;
  await make(made);
  rmSync(path, { recursive: true, force: true });
  renameSync(made, path);
}

/** In the project's root, where Vue is installed: elsewhere VitePress makes a link to it, and each build removes the other's. */
function buildSite(root, outDir) {
  const program = [join(here, 'build-site.mjs'), root, outDir];
  return new Promise((resolve, reject) => {
    const done = (fault, _, told) => (fault === null ? resolve() : reject(new Error(told)));
    execFile(process.execPath, program, { cwd: join(here, '../..') }, done);
  });
}
