import { type Knex } from 'knex';
import { runSql } from './open-knex';
import { refuseChanged } from '../require-schema';
import { type SchemaFiles, type SqlFile } from './schema-files';
import { differenceOf, filesTable, missingNames, readApplied } from './schema-state';
import { planSteps, type Step } from './schema-steps';
import { runWithoutTransaction } from './run-without-transaction';
import { type Tx } from './tx';

/** A migration that waits for a lock keeps every later statement on the table waiting: it gives up and is tried again. */
const lockTimeoutMs = 5_000;

/** A file that holds locks for longer belongs into a file without a transaction, or into batches. */
const transactionStatementTimeoutMs = 10 * 60_000;

const limits = `set local lock_timeout = ${lockTimeoutMs}; set local statement_timeout = ${transactionStatementTimeoutMs}`;

export interface MigrationConnections {
  /** Holds the migration lock, and runs what commits by itself. */
  readonly session: Tx;
  /** Runs the files that share a transaction. */
  readonly knex: Knex;
}

/** Applies to a database what it lacks. Returns the names of the files. */
export const applyFiles = async (connections: MigrationConnections, files: SchemaFiles): Promise<readonly string[]> => {
  const { session } = connections;
  await ensureFilesTable(session);
  const difference = differenceOf(files, await readApplied(session));
  refuseChanged(difference);
  for (const step of planSteps(difference)) await applyStep(connections, step);
  return missingNames(difference);
};

const ensureFilesTable = async (session: Tx): Promise<void> => {
  await session.query(
    `create table if not exists ${filesTable} (
       name text primary key, checksum text not null, version integer, applied_at timestamptz not null default now()
     )`,
  );
  const columns = await session.query<{ name: string }>(
    `select attname as name from pg_attribute where attrelid = '${filesTable}'::regclass and attname = 'version'`,
  );
  if (columns.length > 0) return;
  await session.query(
    `alter table ${filesTable} add column version integer, add column applied_at timestamptz not null default now()`,
  );
};

const applyStep = async ({ session, knex }: MigrationConnections, step: Step): Promise<void> => {
  if (step.kind !== 'in transaction') {
    await named(step.file, () => runWithoutTransaction(session, step));
    await record(knex, step.file);
    return;
  }
  await knex.transaction(async (trx) => {
    await runSql(trx, limits);
    for (const file of step.files) {
      await named(file, () => runSql(trx, file.sql));
      await record(trx, file);
    }
  });
};

/** A fault gets the file's name before it, and keeps what the database said, such as that the work may be repeated. */
const named = async ({ name }: SqlFile, work: () => Promise<unknown>): Promise<void> => {
  try {
    await work();
  } catch (fault) {
    if (fault instanceof Error) fault.message = `${name} cannot be applied: ${fault.message}`;
    throw fault;
  }
};

const record = async (knex: Knex, file: SqlFile & { readonly version?: number }): Promise<void> => {
  const { name, checksum, version = null } = file;
  await knex(filesTable)
    .insert({ name, checksum, version })
    .onConflict('name')
    .merge({ checksum, version, applied_at: knex.fn.now() });
};
