import { type Database } from '@repasse/chassis/postgres/database';
import { listPartitions, makeAhead } from '@repasse/chassis/retention/partitions';
import { openWebhookDatabase } from './webhook-database';

let db: Database;
beforeAll(async () => {
  db = await openWebhookDatabase();
});
afterAll(() => db.close());

const insert = (id: string, at: string) =>
  db.query(
    `insert into webhook_events (webhook_id, user_id, sequence, charge_id, charge_sequence, event_type, body, created_at)
     values ($1, 1, 1, 'ch_1', 1, 'charge.paid', '{}', $2)`,
    [id, at],
  );

describe('messages and tries', () => {
  it('are divided by months, and a message of a month without a partition is kept all the same', async () => {
    await insert('msg_now', new Date().toISOString());
    await insert('msg_later', '2040-01-01T00:00:00Z');

    expect(
      await db.query(
        'select webhook_id, tableoid::regclass::text as partition from webhook_events order by created_at',
      ),
    ).toEqual([
      { webhook_id: 'msg_now', partition: 'webhook_events_before' },
      { webhook_id: 'msg_later', partition: 'webhook_events_rest' },
    ]);
  });

  it('get their partitions from the retention, and rows that waited for one', async () => {
    const divided = { table: 'webhook_events', by: 'created_at', period: 'month' } as const;
    await makeAhead(db, divided, new Date());

    expect((await listPartitions(db, 'webhook_events')).length).toBeGreaterThan(2);
    expect(await db.query('select webhook_id from webhook_events_rest')).toEqual([]);
    expect(await db.query('select webhook_id from webhook_events order by created_at')).toHaveLength(2);
  });

  it.each([
    ['a message', `select * from webhook_events where webhook_id = 'msg_1'`],
    ['a page of a feed', 'select * from webhook_events where user_id = 1 and sequence > 5 order by sequence limit 100'],
    [
      'the last number of a charge',
      `select charge_sequence from webhook_events where charge_id = 'ch_1' and charge_sequence is not null
       order by charge_sequence desc limit 1`,
    ],
    ['the tries of a delivery', `select * from delivery_attempts where delivery_id = 'del_1' order by attempt_number`],
  ])('are found by an index in every month: %s', async (_what, sql) => {
    const plan = await db.transaction(async (tx) => {
      await tx.query('set local enable_seqscan = off');
      return JSON.stringify(await tx.query(`explain ${sql}`));
    });

    expect(plan).not.toContain('Seq Scan');
  });
});
