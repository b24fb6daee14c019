import { type Client } from 'pg';

/** PostgreSQL's PGSTAT_IDLE_INTERVAL and a second: an idle connection has reported its counts by then. */
export const settledAfterMs = 11_000;

/** Before 18 the server does not show which process waited. */
const versionMin = 180_000;

/**
 * How often a connection has waited for the disk to take the log. Two that commit in the same moment share a flush, so
 * this is the length of the chain of waits, not the number of commits. The walwriter's own flushes make no one wait.
 */
export const walFlushes = async (client: Client): Promise<number | undefined> => {
  const version = await client.query<{ server_version_num: string }>('show server_version_num');
  if (Number(version.rows[0]?.server_version_num) < versionMin) return undefined;
  const { rows } = await client.query<{ flushes: number }>(
    `select sum(fsyncs)::integer as flushes from pg_stat_io where object = 'wal' and backend_type = 'client backend'`,
  );
  return rows[0]?.flushes;
};
