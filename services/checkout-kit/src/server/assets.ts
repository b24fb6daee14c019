import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import type { AssetLinks } from '../markup/document.ts';

export interface Asset {
  readonly text: string;
  readonly contentType: string;
}

export interface Assets {
  readonly version: string;
  readonly links: AssetLinks;
  find(folder: string, file: string): Asset | undefined;
}

const contentTypes: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};

const entry = 'browser/main.js';

/** Enough of a SHA-256 to tell two builds apart for ever. */
const versionCharacters = 16;

/**
 * A page's files, as the build left them in `root`, read once and only they: nothing a browser names reaches the disk.
 * They are found under `path`, which holds a hash of all of them, so a browser may keep them for ever.
 */
export const loadAssets = (root: string, path: string): Assets => {
  const files = filesIn(root);
  if (!files.has(entry)) throw new Error(`The page is not built: ${root} has no ${entry}.`);

  const version = hashOf(files);
  const linkTo = (name: string): string => `${path}/${version}/${name}`;
  const names = [...files.keys()];
  return {
    version,
    links: {
      styles: names.filter((name) => name.endsWith('.css')).map(linkTo),
      entry: linkTo(entry),
      preloads: names.filter((name) => name.endsWith('.js') && name !== entry).map(linkTo),
    },
    find: (folder, file) => files.get(`${folder}/${file}`),
  };
};

/** The same, read when the first payer comes: tests of other things need no built page. */
export const assetsWhenAsked = (root: string, path: string): (() => Assets) => {
  let loaded: Assets | undefined;
  return () => (loaded ??= loadAssets(root, path));
};

/**
 * The compiler leaves the page's modules and the kit's under the paths of their packages. A browser gets them in the
 * same folders (browser, both-sides, styles), so that each is beside those it asks for.
 */
const filesIn = (root: string): ReadonlyMap<string, Asset> => {
  const files = new Map<string, Asset>();
  const paths = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => contentTypes[extname(path)] !== undefined)
    .sort();
  for (const path of paths) {
    const name = `${basename(dirname(path))}/${basename(path)}`;
    if (files.has(name)) throw new Error(`The page and the kit both have a ${name}.`);
    files.set(name, { text: forBrowsers(readFileSync(join(root, path), 'utf8')), contentType: typeOf(path) });
  }
  return files;
};

const typeOf = (path: string): string => contentTypes[extname(path)] ?? '';

/** Browsers know no packages: what a module imports from the kit lies one folder beside it. */
const forBrowsers = (text: string): string =>
  text.replace(/(['"])@repasse\/checkout-kit\/([a-z-]+\/[a-z-]+)\1/g, '$1../$2.js$1');

const hashOf = (files: ReadonlyMap<string, Asset>): string => {
  const hash = createHash('sha256');
  for (const [name, { text }] of files) hash.update(`${name}\0${text}\0`);
  return hash.digest('hex').slice(0, versionCharacters);
};
