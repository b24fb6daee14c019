// Run in a service's folder: makes one script and one style sheet of the page's modules and the kit's, so that a phone on a
// slow network waits for two files. A linker of forty lines is enough for modules that we write ourselves.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const page = 'dist/checkout/page';
const entry = 'browser/main';

mkdirSync('dist/checkout', { recursive: true });
// Its own for each run: tests of several files build at the same time.
const compiled = mkdtempSync('dist/checkout/compiled-');
try {
  // npm, which runs this as a script, has the compiler on its path.
  const args = ['-p', 'src/checkout/browser', '--outDir', compiled, '--module', 'commonjs'];
  const { status } = spawnSync('tsc', args, { stdio: 'inherit' });
  if (status !== 0) process.exit(1);
  keep('browser/main.js', linked(modulesIn(compiled)));
  keep('styles/checkout.css', readFileSync(fileURLToPath(new URL('src/styles/checkout.css', import.meta.url)), 'utf8'));
  removeOthers(['browser/main.js', 'styles/checkout.css']);
} finally {
  rmSync(compiled, { recursive: true, force: true });
}

/** The compiled modules of all sources by folder and name: two of one name are a mistake. */
function modulesIn(root) {
  const modules = new Map();
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.js'));
  for (const file of files.sort()) {
    const id = idOf(file);
    if (modules.has(id)) throw new Error(`The page and the kit both have a ${id}.`);
    modules.set(id, readFileSync(join(root, file), 'utf8'));
  }
  return modules;
}

/** `../both-sides/texts.js` and `@repasse/checkout-kit/both-sides/texts` are both `both-sides/texts`. */
function idOf(path, from = '') {
  const name = basename(path).replace(/\.js$/, '');
  const folder = basename(dirname(path));
  return folder === '.' ? `${dirname(from)}/${name}` : `${folder}/${name}`;
}

/** One script that runs the entry, with only the modules it needs; each module runs once, when it is first required. */
function linked(modules) {
  const functions = new Map();
  const add = (id, whoAsks) => {
    if (functions.has(id)) return;
    const text = modules.get(id);
    if (text === undefined) throw new Error(`${whoAsks} asks for ${id}, which nobody has written.`);
    functions.set(id, undefined);
    functions.set(
      id,
      asFunction(id, text, (asked) => add(asked, id)),
    );
  };
  add(entry, 'The page');
  return `const modules = {\n${[...functions.values()].join(',\n')}\n};
const ran = {};
const require = (id) => {
  if (!(id in ran)) modules[id]((ran[id] = {}), require);
  return ran[id];
};
require("${entry}");
`;
}

function asFunction(id, text, need) {
  const body = text.replace(/\brequire\("([^"]+)"\)/g, (_, asked) => {
    const wanted = idOf(asked, id);
    need(wanted);
    return `require("${wanted}")`;
  });
  return `${JSON.stringify(id)}(exports, require) {\n${body}}`;
}

/** Whole at once: a service may be reading it. */
function keep(name, text) {
  const path = join(page, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(`${path}.${process.pid}`, text);
  renameSync(`${path}.${process.pid}`, path);
}

/** A file of an older build would be served beside the new ones. */
function removeOthers(names) {
  for (const entry of readdirSync(page, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath ?? entry.path, entry.name);
    const isOurs = names.some((name) => path.startsWith(join(page, name)));
    if (entry.isFile() && !isOurs) rmSync(path, { force: true });
  }
}
