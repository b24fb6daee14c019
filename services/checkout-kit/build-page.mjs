// Run in a service's folder: makes one script and one style sheet of the page's modules and the kit's, so that a phone on a
// slow network waits for two small files. Types are checked by `npm run check`.
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

keep('browser/main.js', await bundle('src/checkout/browser/main.ts'));
// Scripts of the kit that the service serves for pages of others.
for (const name of process.argv.slice(2)) {
  keep(`browser/${name}.js`, await bundle(fileURLToPath(new URL(`src/browser/${name}.ts`, import.meta.url))));
}
keep('styles/checkout.css', ['base', 'checkout'].map(styleSheet).join('\n'));

/** @param {string} entryPoint */
async function bundle(entryPoint) {
  const { outputFiles } = await build({
    entryPoints: [entryPoint],
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
    charset: 'utf8',
    // The kit's modules as they are written: a page needs no build of the kit.
    conditions: ['repasse-source'],
    write: false,
  });
  return outputFiles[0].contents;
}

/** @param {string} name of the kit's own */
function styleSheet(name) {
  return readFileSync(fileURLToPath(new URL(`src/styles/${name}.css`, import.meta.url)), 'utf8');
}

/** Whole at once: a service, or a test beside this one, may be reading it. */
function keep(name, bytes) {
  const path = join('dist/checkout/page', name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(`${path}.${process.pid}`, bytes);
  renameSync(`${path}.${process.pid}`, path);
}
