import { DatabaseError } from 'pg';
import { openSession } from './session';

/** Another process was faster: either code, depending on how close the race was. */
const createdMeanwhile = new Set(['42P04', '23505']);

/** Creates the database a URL names when it is missing, through the server's `postgres` database. */
export const ensureDatabase = async (url: string): Promise<void> => {
  const target = new URL(url);
  const database = decodeURIComponent(target.pathname.slice(1));
  target.pathname = '/postgres';
  const session = await openSession({ url: target.href, name: 'ensure-database', statementTimeoutMs: 60_000 });
  try {
    const known = await session.query('select 1 from pg_database where datname = $1', [database]);
    if (known.length === 0) await session.query(`create database "${database.replaceAll('"', '""')}"`);
  } catch (fault) {
    if (!(fault instanceof DatabaseError && createdMeanwhile.has(fault.code ?? ''))) throw fault;
  } finally {
    await session.close();
  }
};
