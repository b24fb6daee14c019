import { createHash } from 'node:crypto';
import { openDatabase } from '../postgres/database';
import { migrate, type MigrationSet } from '../postgres/migrate';
import { readSchemaFiles } from '../postgres/internal/schema-files';
import { openSession, type Session } from '../postgres/session';

/** A process that comes while another one makes the template waits for all of its migrations. */
const waitTimeoutMs = 60_000;

/**
 * The name of a database on the server that has these migrations, made when the first spec of a run asks for it. A copy
 * of it costs a third of the time and a fifteenth of the CPU of a database that is migrated anew.
 */
export const templateWith = async (adminUrl: string, sets: readonly MigrationSet[]): Promise<string> => {
  const name = `template_${await digestOf(sets)}`;
  const session = await openSession({ url: adminUrl, name: 'test-templates', statementTimeoutMs: waitTimeoutMs });
  try {
    if (await exists(session, name)) return name;
    await session.query('select pg_advisory_lock(hashtextextended($1, 0))', [name]);
    if (!(await exists(session, name))) await make(session, adminUrl, name, sets);
    return name;
  } finally {
    await session.close();
  }
};

/** By the content of the files, so that a server kept between runs never gives an old template for a new file. */
const digestOf = async (sets: readonly MigrationSet[]): Promise<string> => {
  const { migrations, functions } = await readSchemaFiles(sets);
  const listed = [...migrations, ...functions].map(({ name, checksum }) => [name, checksum]);
  return createHash('sha256').update(JSON.stringify(listed)).digest('hex').slice(0, 16);
};

const exists = async (session: Session, name: string): Promise<boolean> =>
  (await session.query('select 1 from pg_database where datname = $1', [name])).length > 0;

/** Under another name at first: a process that ends half-way leaves no template behind. */
const make = async (session: Session, adminUrl: string, name: string, sets: readonly MigrationSet[]): Promise<void> => {
  const unfinished = `${name}_unfinished`;
  await session.query(`drop database if exists ${unfinished} with (force)`);
  await session.query(`create database ${unfinished}`);
  const url = new URL(adminUrl);
  url.pathname = `/${unfinished}`;
  const db = openDatabase({ url: url.href, name: 'test-templates' });
  try {
    await migrate(db, sets);
  } finally {
    await db.close();
  }
  await session.query(`alter database ${unfinished} rename to ${name}`);
};
