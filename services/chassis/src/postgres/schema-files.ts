import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';

/** Folders of `NNNN-name.sql` files, run in this order. Functions are in `functions/` below them. */
export type MigrationSet = string | readonly string[];

export interface SqlFile {
  /** Of its set, folder and file; never changes once it has been applied somewhere. */
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

export interface SchemaFiles {
  /** Tables: each is applied once, and is not changed afterwards. */
  readonly migrations: readonly SqlFile[];
  /** Functions and triggers: each is applied again whenever it was changed. */
  readonly functions: readonly SqlFile[];
}

/** The files of these sets, in the order in which they are applied: all migrations, then all functions. */
export const readSchemaFiles = async (sets: readonly MigrationSet[]): Promise<SchemaFiles> => {
  const folders = [...new Set(sets.flat())];
  const read = async (listed: readonly Promise<SqlFile[]>[]) => (await Promise.all(listed)).flat();
  return {
    migrations: await read(folders.map((folder) => readFolder(folder, setName(folder)))),
    functions: await read(folders.map(readFunctions)),
  };
};

const readFunctions = async (folder: string): Promise<SqlFile[]> =>
  (await readdir(folder)).includes('functions')
    ? readFolder(join(folder, 'functions'), `${setName(folder)}/functions`)
    : [];

/** The chassis' sets are told apart by folder; a service's own folder is always `migrations`. */
const setName = (folder: string): string => basename(folder);

const readFolder = async (folder: string, prefix: string): Promise<SqlFile[]> => {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort();
  return Promise.all(
    files.map(async (file) => {
      // A checkout on Windows may have turned the line ends.
      const sql = (await readFile(join(folder, file), 'utf8')).replaceAll('\r\n', '\n');
      return { name: `${prefix}/${file}`, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
};
