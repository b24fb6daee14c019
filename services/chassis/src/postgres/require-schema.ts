import { DatabaseError } from 'pg';
import { type Tx } from './internal/tx';
import { SchemaFault } from './internal/schema-fault';
import { readSchemaFiles, type MigrationSet } from './internal/schema-files';
import { differenceOf, missingNames, readApplied, type SchemaDifference } from './internal/schema-state';

/** A list of a first start would be longer than a line of a log. */
const namesMax = 10;

const noSuchDatabase = '3D000';

/** Throws `database.migrations_missing` where a database lacks something of these sets. It changes nothing. */
export const requireSchema = async (
  db: Tx & { readonly name: string },
  sets: readonly MigrationSet[],
): Promise<void> => {
  const difference = await schemaDifference(db, sets);
  refuseChanged(difference);
  const missing = missingNames(difference);
  if (missing.length > 0) throw missingFault(`The database of ${db.name} lacks ${listOf(missing)}`, missing);
};

/** The files that the database lacks: all of them where it does not exist. */
export const schemaDifference = async (db: Tx, sets: readonly MigrationSet[]): Promise<SchemaDifference> => {
  const files = await readSchemaFiles(sets);
  try {
    return differenceOf(files, await readApplied(db));
  } catch (fault) {
    if (fault instanceof DatabaseError && fault.code === noSuchDatabase) return differenceOf(files, new Map());
    throw fault;
  }
};

/** A database keeps the tables it was made with: a changed file would be believed to have run as it stands now. */
export const refuseChanged = ({ changed }: SchemaDifference): void => {
  if (changed.length === 0) return;
  const names = changed.map(({ name }) => name);
  throw new SchemaFault(
    'database.migrations_changed',
    `Changed after they were applied to this database: ${names.join(', ')}. ` +
      'Write a further migration instead, or begin with an empty database.',
    names,
  );
};

const missingFault = (what: string, names: readonly string[]): SchemaFault =>
  new SchemaFault(
    'database.migrations_missing',
    `${what}. Apply it first: npm run admin -- all migrate --apply, or node dist/admin.js migrate --apply in an image.`,
    names,
  );

const listOf = (names: readonly string[]): string => {
  const more = names.length - namesMax;
  return names.slice(0, namesMax).join(', ') + (more > 0 ? ` and ${more} more files` : '');
};
