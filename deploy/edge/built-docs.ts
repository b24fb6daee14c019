import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Files that the reader's page loads, in this order. */
const readerFiles = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'reader.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'start-reader.js': 'text/javascript; charset=utf-8',
} as const;

export interface ReaderFile {
  readonly name: string;
  /** Holds a hash of all of them, so that a browser may keep them for ever. */
  readonly path: string;
  readonly contentType: string;
  readonly text: string;
}

/** Enough of a SHA-256 to tell two builds apart. */
const versionCharacters = 16;

export const loadReaderFiles = (): readonly ReaderFile[] => {
  const files = Object.entries(readerFiles).map(([name, contentType]) => ({
    ...{ name, contentType, text: readBuilt(join('reader', name)) },
  }));
  const version = createHash('sha256').update(JSON.stringify(files)).digest('hex').slice(0, versionCharacters);
  return files.map((file) => ({ ...file, path: `/docs/assets/${version}/${file.name}` }));
};

const readBuilt = (name: string): string => {
  const path = join(builtDocs(), name);
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    throw new Error(`The documentation is not built: there is no ${path}.`, { cause });
  }
};

/** The output of docs/build-docs.mjs. */
export const builtDocs = (): string => join(workspace(__dirname), 'dist', 'docs');

/** This file runs from edge/ in tests and from dist/edge/ otherwise. */
const workspace = (folder: string): string =>
  existsSync(join(folder, 'package.json')) ? folder : workspace(dirname(folder));
