import { join } from 'node:path';
import { chassisMigrations } from '@repasse/chassis/postgres/migrate';
import { type Database } from '@repasse/chassis/postgres/database';
import { openTestDatabase } from '@repasse/chassis/testing/postgres';
import { rowsRead } from '@repasse/chassis/testing/rows-read';
import { listDeliveries, type DeliveryFilter } from '../src/store/delivery-log';

let db: Database;
const userId = 1001;

/** 20,000 delivered ones of two types; rare are what failed, a third type, and one charge and event each. */
beforeAll(async () => {
  db = await openTestDatabase('list deliveries', [chassisMigrations.outbox, join(__dirname, '../migrations')]);
  await db.query(
    `insert into deliveries (delivery_id, webhook_id, user_id, endpoint_id, charge_id, event_type, sequence, url, receiver,
                             status, attempts, created_at, updated_at)
     select 'del_' || lpad(n::text, 26, '0'), 'msg_' || n, $1, 'we_' || n % 2, 'ch_' || n,
            case when n % 5000 = 7 then 'dispute.opened' when n % 2 = 0 then 'charge.paid' else 'charge.created' end,
            n, 'https://example.com', 'example.com', case when n % 5000 = 11 then 'EXHAUSTED' else 'DELIVERED' end, 1,
            timestamptz '2026-01-01' + n * interval '1 minute', timestamptz '2026-01-01'
     from generate_series(1, 20000) n`,
    [userId],
  );
  await db.query('analyze deliveries');
});
afterAll(() => db.close());

const numbersOf = async (filter: Partial<DeliveryFilter>): Promise<number[]> =>
  (await listDeliveries(db, { userId, limit: 3, ...filter })).map(({ delivery_id }) => Number(delivery_id.slice(4)));

const cases: readonly (readonly [string, Partial<DeliveryFilter>, readonly number[]])[] = [
  ['the newest', {}, [20_000, 19_999, 19_998]],
  ['what failed', { status: 'EXHAUSTED' }, [15_011, 10_011, 5_011]],
  ['a rare type', { eventType: 'dispute.opened' }, [15_007, 10_007, 5_007]],
  ['a type and status that none has', { eventType: 'dispute.opened', status: 'PENDING' }, []],
  ['an endpoint', { endpointId: 'we_1' }, [19_999, 19_997, 19_995]],
  ['a charge', { chargeId: 'ch_5' }, [5]],
  ['an event', { webhookId: 'msg_9' }, [9]],
  ['a time long ago', { from: '2026-01-01T00:00:00Z', to: '2026-01-01T00:03:00Z' }, [2, 1]],
  [
    'a later page',
    { after: { created_at: '2026-01-01T00:10:00Z', delivery_id: `del_${'10'.padStart(26, '0')}` } },
    [9, 8, 7],
  ],
];

describe('a page of deliveries', () => {
  it.each(cases)('has %s', async (_what, filter, numbers) => {
    expect(await numbersOf(filter)).toEqual(numbers);
  });

  it.each(cases)('reads no more rows than it shows: %s', async (_what, filter) => {
    const read = await rowsRead(db, 'deliveries', (tx) => listDeliveries(tx, { userId, limit: 3, ...filter }));
    expect(read).toBeLessThanOrEqual(20);
  });
});
