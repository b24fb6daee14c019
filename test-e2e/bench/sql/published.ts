import { topicNamed } from '@repasse/contracts';
import { Client } from 'pg';

/** What the embedded bus and PostgreSQL's log had grown to at a moment. */
export interface Published {
  /** Events since the beginning, by the service that published them. */
  readonly events: ReadonlyMap<string, number>;
  readonly walBytes: number;
}

const countsSql = 'select topic, count(*)::integer as events from bus_messages group by topic';
const walSql = "select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as bytes";

export const readPublished = async (postgresUrl: string): Promise<Published> => {
  const client = new Client({ connectionString: `${postgresUrl}/repasse_bus`, application_name: 'bench' });
  await client.connect();
  try {
    const { rows } = await client.query<{ topic: string; events: number }>(countsSql);
    const events = new Map<string, number>();
    for (const row of rows) {
      const { owner } = topicNamed(row.topic);
      events.set(owner, (events.get(owner) ?? 0) + row.events);
    }
    const wal = await client.query<{ bytes: number }>(walSql);
    return { events, walBytes: wal.rows[0]?.bytes ?? 0 };
  } finally {
    await client.end();
  }
};

/** What one of so many units of work published, and how much log it wrote. */
export const publishedPer = (units: number, before: Published, after: Published): ReadonlyMap<string, number> =>
  new Map([
    ...[...after.events].map(([owner, events]): [string, number] => [
      `events of ${owner}`,
      (events - (before.events.get(owner) ?? 0)) / units,
    ]),
    ['bytes of log', (after.walBytes - before.walBytes) / units],
  ]);
