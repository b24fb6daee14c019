import { type MigrationFile } from './schema-files';
import { type Tx } from './tx';

/** A file that commits by itself. A crash in the middle leaves something that the next run takes up. */
export const runWithoutTransaction = (
  session: Tx,
  { kind, file }: { readonly kind: 'without transaction' | 'in batches'; readonly file: MigrationFile },
): Promise<void> => (kind === 'in batches' ? runInBatches(session, file) : runStatements(session, file));

/** One statement that changes a limited number of rows and returns them, run until none is left. Each run commits. */
const runInBatches = async (session: Tx, { sql }: MigrationFile): Promise<void> => {
  const [statement, ...more] = statementsOf(sql);
  if (statement === undefined || more.length > 0 || !/\blimit\b[^]*\breturning\b/i.test(statement))
    throw new Error('it must be one statement with a limit that returns the rows it changed.');
  while ((await session.query(statement)).length > 0);
};

/** Index statements, which may be repeated. Others could be half done after a crash, with no way to tell. */
const index = /^create (?:unique )?index concurrently if not exists (\w+) on /i;
const repeatable = [index, /^drop index concurrently if exists \w+$/i, /^alter table \w+ validate constraint \w+$/i];

const runStatements = async (session: Tx, { sql }: MigrationFile): Promise<void> => {
  for (const statement of statementsOf(sql)) {
    if (!repeatable.some((form) => form.test(statement)))
      throw new Error(`without a transaction it may not hold: ${statement}`);
    const indexName = index.exec(statement)?.[1];
    if (indexName !== undefined) await dropUnfinished(session, indexName);
    await session.query(statement);
  }
};

/** An index whose making was broken off is there, costs writes, and is never read; `if not exists` would keep it. */
const dropUnfinished = async (session: Tx, indexName: string): Promise<void> => {
  const unfinished = await session.query(
    'select 1 from pg_index where indexrelid = to_regclass($1) and not indisvalid',
    [indexName],
  );
  if (unfinished.length > 0) await session.query(`drop index concurrently ${indexName}`);
};

/** Such files hold no text or function body with a semicolon in it. */
const statementsOf = (sql: string): string[] =>
  sql
    .replaceAll(/--.*$/gm, '')
    .split(';')
    .map((statement) => statement.trim().replaceAll(/\s+/g, ' '))
    .filter((statement) => statement !== '');
