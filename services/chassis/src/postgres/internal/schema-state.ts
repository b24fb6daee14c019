import { type Tx } from './tx';
import { type FunctionFile, type MigrationFile, type SchemaFiles } from './schema-files';

/** Which text of each file, migration or function, this database has. */
export const filesTable = 'schema_files';

export interface AppliedFile {
  readonly name: string;
  readonly checksum: string;
  /** Of a function; 0 of migrations, and of functions from before they had numbers. */
  readonly version: number;
}

/** The files that were applied, by name; none in a database that was never migrated. */
export const readApplied = async (tx: Tx): Promise<ReadonlyMap<string, AppliedFile>> => {
  const [table] = await tx.query<{ isThere: boolean }>('select to_regclass($1) is not null as "isThere"', [filesTable]);
  if (table?.isThere !== true) return new Map();
  // The column is missing in databases that were last migrated before functions had numbers.
  const files = await tx.query<AppliedFile>(
    `select name, checksum, coalesce((to_jsonb(f) ->> 'version')::integer, 0) as version from ${filesTable} f`,
  );
  return new Map(files.map((file) => [file.name, file]));
};

export interface SchemaDifference {
  /** Not applied yet, in their order. */
  readonly migrations: readonly MigrationFile[];
  readonly functions: readonly FunctionFile[];
  /** Migrations that were applied with a text that nobody knows. */
  readonly changed: readonly MigrationFile[];
}

/**
 * The files among these that a database lacks. Files that only the database knows are no difference: a newer release brought
 * them, and a release must be able to run on the database of the next one.
 */
export const differenceOf = (
  { migrations, functions }: SchemaFiles,
  applied: ReadonlyMap<string, AppliedFile>,
): SchemaDifference => ({
  migrations: migrations.filter(({ name }) => !applied.has(name)),
  functions: functions.filter((file) => isOutdated(applied.get(file.name), file)),
  changed: migrations.filter((file) => {
    const known = [file.checksum, ...file.earlierChecksums];
    const { checksum = file.checksum } = applied.get(file.name) ?? {};
    return !known.includes(checksum);
  }),
});

/** A function of a higher number is a newer release's and stays. */
const isOutdated = (applied: AppliedFile | undefined, { version, checksum }: FunctionFile): boolean =>
  applied === undefined || applied.version < version || (applied.version === version && applied.checksum !== checksum);

export const missingNames = ({ migrations, functions }: SchemaDifference): readonly string[] =>
  [...migrations, ...functions].map(({ name }) => name);
