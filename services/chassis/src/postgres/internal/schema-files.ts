import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { readEarlierDigests } from './earlier-digests';

/** Folders of `NNNN-name.sql` files, run in this order. Functions are in `functions/` below them. */
export type MigrationSet = string | readonly string[];

export interface SqlFile {
  /** Of its set, folder and file; never changes once it has been applied somewhere. */
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

/**
 * How a migration runs: with its neighbours in one transaction; outside of any (`-- without transaction`), for indexes
 * that are made while the service works; or again and again until it changes no more rows (`-- in batches`).
 */
export type RunKind = 'in transaction' | 'without transaction' | 'in batches';

export interface MigrationFile extends SqlFile {
  readonly kind: RunKind;
  /** Checksums of texts that the file had before it was frozen, and whose effects are those of today or are brought later. */
  readonly earlierChecksums: readonly string[];
}

export interface FunctionFile extends SqlFile {
  /** Of its first line, `-- version: 7`. It only rises, so that an older build does not put its text back. */
  readonly version: number;
}

export interface SchemaFiles {
  /** Tables: each is applied once, and is not changed afterwards. */
  readonly migrations: readonly MigrationFile[];
  /** Functions and triggers: each is applied again whenever it was changed. */
  readonly functions: readonly FunctionFile[];
}

/** The files of these sets, in the order in which they are applied: all migrations, then all functions. */
export const readSchemaFiles = async (sets: readonly MigrationSet[]): Promise<SchemaFiles> => {
  const folders = [...new Set(sets.flat())];
  return {
    migrations: (await Promise.all(folders.map(readMigrations))).flat(),
    functions: (await Promise.all(folders.map(readFunctions))).flat(),
  };
};

const readMigrations = async (folder: string): Promise<MigrationFile[]> => {
  const [files, earlier] = await Promise.all([readFolder(folder, setName(folder)), readEarlierDigests(folder)]);
  return files.map((file) => ({
    ...file,
    kind: kindOf(file.sql),
    earlierChecksums: earlier[basename(file.name)] ?? [],
  }));
};

const readFunctions = async (folder: string): Promise<FunctionFile[]> => {
  if (!(await readdir(folder)).includes('functions')) return [];
  const files = await readFolder(join(folder, 'functions'), `${setName(folder)}/functions`);
  return files.map((file) => ({ ...file, version: versionOf(file) }));
};

const kindOf = (sql: string): RunKind => {
  const marker = /^-- (without transaction|in batches)$/m.exec(sql)?.[1];
  return (marker as RunKind | undefined) ?? 'in transaction';
};

const versionOf = ({ name, sql }: SqlFile): number => {
  const version = /^-- version: (\d{1,9})\n/.exec(sql)?.[1];
  if (version === undefined) throw new Error(`${name} does not begin with a line "-- version: N".`);
  return Number(version);
};

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
