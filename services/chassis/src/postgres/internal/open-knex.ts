import { type Knex } from 'knex';
import { answerTimeoutMs, connectionConfig, type ConnectionOptions } from './connection';

/** One connection for migrations. Loaded here, since knex brings 300 modules and no service that runs needs them. */
export const openKnex = async (options: ConnectionOptions): Promise<Knex> => {
  const { default: createKnex } = await import('knex');
  // knex hands its settings to node-postgres as they are; its own types know only some of them.
  const settings = { ...connectionConfig(options), query_timeout: answerTimeoutMs(options) };
  const connection: Knex.StaticConnectionConfig = settings as Knex.PgConnectionConfig;
  // A fault is thrown with the file's name; knex would print it as well.
  return createKnex({ client: 'pg', connection, pool: { min: 0, max: 1 }, log: { warn: () => undefined } });
};

/** Runs a file. A fault is what the database said: knex would put the whole text before it. */
export const runSql = async (knex: Knex, sql: string): Promise<void> => {
  try {
    // knex takes a bare question mark for a parameter; in SQL files it is an operator of jsonb.
    await knex.raw(sql.replaceAll('?', '\\?'));
  } catch (fault) {
    if (fault instanceof Error) fault.message = fault.message.replace(`${sql.trim()} - `, '');
    throw fault;
  }
};
