/**
 * Writes src/generated from the schemas and the HTTP descriptions.
 * With --check it writes nothing, lists what is out of date and exits with 1.
 */
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { generateEventTypes } from './generate-event-types.mjs';
import { generateHttpTypes } from './generate-http-types.mjs';

const root = join(import.meta.dirname, '..');
const generatedFolder = join(root, 'src', 'generated');

/** Paths below src/generated, and what each file should say. */
const files = new Map([...(await generateEventTypes(root)), ...(await generateHttpTypes(root))]);

const present = existsSync(generatedFolder)
  ? readdirSync(generatedFolder, { recursive: true }).filter((path) => path.endsWith('.ts'))
  : [];
const superfluous = present.map((path) => path.replaceAll('\\', '/')).filter((path) => !files.has(path));
const stale = [...files].filter(([path, text]) => currentText(path) !== text).map(([path]) => path);

if (process.argv.includes('--check')) report();
else write();

function currentText(path) {
  const file = join(generatedFolder, path);
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

function report() {
  const wrong = [...stale, ...superfluous];
  if (wrong.length === 0) return;
  console.error(`Out of date, run npm run generate: ${wrong.join(', ')}`);
  process.exitCode = 1;
}

function write() {
  for (const path of superfluous) rmSync(join(generatedFolder, path));
  for (const path of stale) {
    const file = join(generatedFolder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, files.get(path));
  }
}
