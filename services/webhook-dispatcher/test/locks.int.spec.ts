import { type Database } from '@repasse/chassis/postgres/database';
import { eventuallyHolds } from '@repasse/chassis/testing/eventually';
import { attemptEntry, recordAttempts } from '../src/store/attempts';
import { pauseDeliveries } from '../src/store/endpoint-upkeep';
import { endedAttempt, leasedDelivery } from './ended-attempt';
import { openWebhookDatabase } from './webhook-database';

const endpointId = 'whe_1';

let db: Database;

beforeAll(async () => {
  db = await openWebhookDatabase();
});
afterAll(() => db.close());

const plan = (id: string): Promise<unknown> =>
  db.query(
    `insert into deliveries (
       delivery_id, webhook_id, user_id, endpoint_id, charge_id, event_type, sequence, url, receiver, status, attempts,
       attempts_in_round, next_attempt_at, lease_token, lease_until, created_at, updated_at
     )
     values ($1, $2, 7, $3, $4, 'charge.paid', 1, 'https://a.example/hook', 'a.example', 'PENDING', 0, 0, now(), 1,
       now() + interval '1 minute', now(), now())`,
    [`del_${id}`, `msg_${id}`, endpointId, `ch_${id}`],
  );

const waiting = async (count: number): Promise<void> =>
  eventuallyHolds(async () => {
    const waits = await db.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    expect(waits).toHaveLength(count);
  });

it('switching an endpoint off and recording its attempts wait for each other in one order', async () => {
  for (const id of ['a', 'b']) await plan(id);
  const attempts = ['b', 'a'].map((id) => attemptEntry(endedAttempt(leasedDelivery(id))));
  const both: Promise<unknown>[] = [];

  // Each gets a row the other wants, unless both begin with the first, which is held until both wait.
  await db.transaction(async (tx) => {
    await tx.query(`select from deliveries where delivery_id = 'del_a' for update`);
    both.push(db.transaction((other) => pauseDeliveries(other, endpointId)));
    await waiting(1);
    both.push(recordAttempts(db, attempts).then(({ settled }) => settled));
    await waiting(2);
  });

  expect(await Promise.all(both)).toEqual([undefined, [{ result: true }, { result: true }]]);
});
