import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { AssetLinks } from './markup/page-model';

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
 * The page's own files, as the build left them, read once and only they: nothing a browser names reaches the disk. Their
 * address holds a hash of all of them, so a browser may keep them for ever.
 */
export const loadAssets = (root: string): Assets => {
  const files = new Map(
    readdirSync(root, { recursive: true, encoding: 'utf8' })
      .map((name) => name.replaceAll('\\', '/'))
      .filter((name) => contentTypes[extname(name)] !== undefined)
      .sort()
      .map((name) => [name, assetAt(root, name)] as const),
  );
  if (!files.has(entry)) throw new Error(`The checkout page is not built: ${root} has no ${entry}.`);

  const version = hashOf(files);
  const linkTo = (name: string): string => `/checkout/assets/${version}/${name}`;
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

const assetAt = (root: string, name: string): Asset => ({
  text: readFileSync(join(root, name), 'utf8'),
  contentType: contentTypes[extname(name)] ?? '',
});

const hashOf = (files: ReadonlyMap<string, Asset>): string => {
  const hash = createHash('sha256');
  for (const [name, { text }] of files) hash.update(`${name}\0${text}\0`);
  return hash.digest('hex').slice(0, versionCharacters);
};
