import { startDispatcher, type Dispatcher } from './dispatcher';
import { ownerId } from './merchant';

let dispatcher: Dispatcher;
beforeAll(async () => {
  dispatcher = await startDispatcher();
});
afterAll(() => dispatcher.stop());

const insertDeliveries = `
  insert into deliveries (delivery_id, webhook_id, user_id, event_type, sequence, url, receiver, status, attempts,
                          created_at, updated_at)
  select 'del_' || $4 || lpad(n::text, 24, '0'), 'msg_' || n, $1, 'charge.paid', n, 'https://example.com', 'example.com',
         $3, 1, now() - $2::interval, now()
  from generate_series(1, $5::integer) n`;

/** Deliveries as they are left behind, of one number of days ago. */
const leave = (letters: string, userId: number, age: string, status: string, count: number) =>
  dispatcher.query(insertDeliveries, [userId, age, status, letters, count]);

const counts = async (as: 'owner' | 'stranger' = 'owner') => {
  const { body } = await dispatcher.call('GET', '/attention/webhooks', as);
  const data = body['data'] as { kind: string; count: number; isMore: boolean }[];
  return Object.fromEntries(data.map(({ kind, count, isMore }) => [kind, isMore ? `${count}+` : count]));
};

it('counts what was given up in 30 days, and endpoints that fail or were stopped for it', async () => {
  const none = { EXHAUSTED_DELIVERIES: 0, FAILING_ENDPOINTS: 0, STOPPED_ENDPOINTS: 0 };
  expect(await counts()).toEqual(none);
  await leave('AA', ownerId, '2 days', 'EXHAUSTED', 2);
  await leave('BB', ownerId, '31 days', 'EXHAUSTED', 1);
  await leave('CC', ownerId, '2 days', 'DELIVERED', 1);
  for (const set of [
    'failing_since = now()',
    `is_enabled = false, disabled_reason = 'GONE'`,
    `is_enabled = false, disabled_reason = 'MERCHANT', failing_since = now()`,
  ]) {
    const { id } = await dispatcher.register({ url: 'https://merchant.example/hooks', eventTypes: ['*'] });
    await dispatcher.query(`update webhook_endpoints set ${set} where endpoint_id = $1`, [id]);
  }

  expect(await counts()).toEqual({ EXHAUSTED_DELIVERIES: 2, FAILING_ENDPOINTS: 1, STOPPED_ENDPOINTS: 1 });
  expect(await counts('stranger')).toEqual(none);

  await leave('DD', ownerId, '1 day', 'EXHAUSTED', 100);
  expect(await counts()).toMatchObject({ EXHAUSTED_DELIVERIES: '100+' });
});
