import { refuseChanged } from './require-schema';
import { type SchemaFiles, type SqlFile } from './schema-files';
import { differenceOf, filesTable, missingNames, readApplied } from './schema-state';
import { planSteps, type Step } from './schema-steps';
import { runWithoutTransaction } from './run-without-transaction';
import { type Tx } from './tx';

/** A migration that waits for a lock keeps every later statement on the table waiting: it gives up and is tried again. */
const lockTimeoutMs = 5_000;

/** What holds locks for longer belongs into a file without a transaction, or into batches. */
const transactionStatementTimeoutMs = 10 * 60_000;

const begin = `begin; set local lock_timeout = ${lockTimeoutMs}; set local statement_timeout = ${transactionStatementTimeoutMs}`;

/** Applies to a database, over the session that holds its migration lock, what it lacks. Returns the names of the files. */
export const applyFiles = async (session: Tx, files: SchemaFiles): Promise<readonly string[]> => {
  await ensureFilesTable(session);
  const difference = differenceOf(files, await readApplied(session));
  refuseChanged(difference);
  for (const step of planSteps(difference)) await applyStep(session, step);
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

const applyStep = async (session: Tx, step: Step): Promise<void> => {
  if (step.kind !== 'in transaction') {
    await named(step.file, () => runWithoutTransaction(session, step));
    await record(session, step.file);
    return;
  }
  await session.query(begin);
  try {
    for (const file of step.files) {
      await named(file, () => session.query(file.sql));
      await record(session, file);
    }
    await session.query('commit');
  } catch (fault) {
    await session.query('rollback').catch(() => undefined);
    throw fault;
  }
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

const record = async (session: Tx, file: SqlFile & { readonly version?: number }): Promise<void> => {
  await session.query(
    `insert into ${filesTable} (name, checksum, version) values ($1, $2, $3)
     on conflict (name) do update set checksum = excluded.checksum, version = excluded.version, applied_at = now()`,
    [file.name, file.checksum, file.version ?? null],
  );
};
