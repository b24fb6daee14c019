import { Client } from 'pg';
import { sandboxDatabase } from './measure-sql';

/** Bytes by `database.table`, the partitions of a table together, with indexes and long values. */
export type TableBytes = ReadonlyMap<string, number>;

const databasesSql = `
  select datname as name from pg_database
  where datname like 'repasse\\_%' and datname <> $1 order by datname`;

const bytesSql = `
  select coalesce(pg_partition_root(c.oid), c.oid)::regclass::text as name, sum(pg_total_relation_size(c.oid)) as bytes
  from pg_class c
  where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and c.relname not like 'schema\\_%'
  group by 1`;

/** The tables of every service; the sandbox's stand for the world outside. */
export const bytesByTable = async (postgresUrl: string): Promise<TableBytes> => {
  const databases = await ask<{ name: string }>(`${postgresUrl}/postgres`, databasesSql, [sandboxDatabase]);
  const bytes = new Map<string, number>();
  for (const { name: database } of databases) {
    const tables = await ask<{ name: string; bytes: string }>(`${postgresUrl}/${database}`, bytesSql);
    for (const table of tables) bytes.set(`${database.replace('repasse_', '')}.${table.name}`, Number(table.bytes));
  }
  return bytes;
};

/** How much each table grew for one of so many units of work. */
export const bytesPer = (units: number, before: TableBytes, after: TableBytes): TableBytes =>
  new Map([...after].map(([name, bytes]) => [name, Math.round((bytes - (before.get(name) ?? 0)) / units)]));

const ask = async <R extends object>(url: string, sql: string, values: readonly unknown[] = []): Promise<R[]> => {
  const client = new Client({ connectionString: url, application_name: 'bench' });
  await client.connect();
  try {
    return (await client.query<R>(sql, [...values])).rows;
  } finally {
    await client.end();
  }
};
