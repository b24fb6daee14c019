import { type OutgoingMessage } from '@repasse/chassis/bus/bus';
import { wakeChannel } from '@repasse/chassis/outbox/remote-wake';
import { eventually } from '@repasse/chassis/testing/eventually';
import { Client } from 'pg';

/** A service's outbox, which its own relay carries to the bus. */
export interface FilledOutbox {
  /** Commits all of them at once and wakes the relay; the answer is when that was, as performance.now() has it. */
  fill(messages: readonly OutgoingMessage[]): Promise<number>;
  /** Waits until the relay has taken everything; answers how many it left when the time was up. */
  awaitEmpty(timeoutMs: number): Promise<number>;
  close(): Promise<void>;
}

/** JSON of some megabytes at a time. */
const rowsPerInsert = 5_000;

const insertSql = `
  insert into outbox (id, topic, aggregateid, position, type, headers, payload)
  select nextval('outbox_ids'), m ->> 'topic', m ->> 'key', (m -> 'headers' ->> 'ce_position')::bigint,
    m -> 'headers' ->> 'ce_type', m -> 'headers', (m ->> 'value')::json
  from jsonb_array_elements($1::jsonb) with ordinality as messages(m, nth) order by nth`;

export const outboxOf = async (postgresUrl: string, database: string): Promise<FilledOutbox> => {
  const client = new Client({ connectionString: `${postgresUrl}/${database}`, application_name: 'bench' });
  await client.connect();
  const pending = async (): Promise<number> =>
    Number((await client.query<{ count: string }>('select count(*) from outbox')).rows[0]?.count);
  return {
    fill: async (messages) => {
      await client.query('begin');
      for (let from = 0; from < messages.length; from += rowsPerInsert) {
        await client.query(insertSql, [JSON.stringify(messages.slice(from, from + rowsPerInsert))]);
      }
      await client.query('commit');
      await client.query(`notify ${wakeChannel}`);
      return performance.now();
    },
    awaitEmpty: async (timeoutMs) => {
      try {
        await eventually(async () => (await client.query('select from outbox limit 1')).rowCount === 0, { timeoutMs });
        return 0;
      } catch {
        return pending();
      }
    },
    close: () => client.end(),
  };
};
