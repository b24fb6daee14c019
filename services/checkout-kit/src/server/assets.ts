import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AssetLinks } from '../markup/document.ts';

export interface Asset {
  readonly text: string;
  readonly contentType: string;
}

export interface Assets {
  readonly version: string;
  readonly links: AssetLinks;
  find(folder: string, file: string): Asset | undefined;
}

/** All that a page loads, as build-page.mjs makes it: two files, so that a slow network has two answers to wait for. */
const contentTypes = {
  'browser/main.js': 'text/javascript; charset=utf-8',
  'styles/checkout.css': 'text/css; charset=utf-8',
} as const;

type Name = keyof typeof contentTypes;

/** Enough of a SHA-256 to tell two builds apart for ever. */
const versionCharacters = 16;

/**
 * A page's files, as the build left them in `root`, read once and only they: nothing a browser names reaches the disk.
 * They are found under `path`, which holds a hash of both, so a browser may keep them for ever.
 */
export const loadAssets = (root: string, path: string): Assets => {
  const names = Object.keys(contentTypes) as Name[];
  const files = new Map<string, Asset>(
    names.map((name) => [name, { text: read(root, name), contentType: contentTypes[name] }]),
  );
  const version = hashOf(files);
  const linkTo = (name: Name): string => `${path}/${version}/${name}`;
  return {
    version,
    links: { style: linkTo('styles/checkout.css'), script: linkTo('browser/main.js') },
    find: (folder, file) => files.get(`${folder}/${file}`),
  };
};

/** The same, read when the first payer comes: tests of other things need no built page. */
export const assetsWhenAsked = (root: string, path: string): (() => Assets) => {
  let loaded: Assets | undefined;
  return () => (loaded ??= loadAssets(root, path));
};

/** A script for pages of others, as the build left it beside the page's files; read when it is first asked for. */
export const scriptWhenAsked = (root: string, name: string): (() => string) => {
  let text: string | undefined;
  return () => (text ??= read(root, `browser/${name}.js`));
};

const read = (root: string, name: string): string => {
  try {
    return readFileSync(join(root, name), 'utf8');
  } catch (cause) {
    throw new Error(`The page is not built: ${root} has no ${name}.`, { cause });
  }
};

const hashOf = (files: ReadonlyMap<string, Asset>): string => {
  const hash = createHash('sha256');
  for (const [name, { text }] of files) hash.update(`${name}\0${text}\0`);
  return hash.digest('hex').slice(0, versionCharacters);
};
