import { callAdmin } from '@repasse/chassis/testing/admin-call';
import { eventuallyHolds } from '@repasse/chassis/testing/eventually';
import { randomIds } from '@repasse/chassis/ids';
import { program } from '../src/admin';
import { ChargeService } from './support/charge-service';

const charge = new ChargeService('repair reads');
beforeAll(() => charge.start());
afterAll(() => charge.stop());

const read = async (path: string, profile: 'ADMIN' | 'OPERATOR' | 'CUSTOMER' = 'ADMIN') =>
  charge.call('GET', path, { token: await charge.token({ userId: 9, profile, scopes: ['users:read'] }) });
const dataOf = async (path: string) => (await read(path)).body['data'] as Readonly<Record<string, unknown>>[];

/** Payments of charges that are not there: each is parked. */
const park = async (count: number): Promise<readonly string[]> => {
  const attempts = Array.from({ length: count }, () => ({
    ...{ id: `att_${randomIds.ulid()}`, chargeId: `ch_${randomIds.ulid()}`, invoiceId: 90_001 },
  }));
  for (const attempt of attempts) await charge.receive(attempt);
  return attempts.map(({ id }) => id.replace('att_', 'pay_'));
};

it('administrators read what is held up, page by page, and what was repaired', async () => {
  const keys = await park(3);
  const list = '/admin/charge/held-events?kind=PARKED';
  await eventuallyHolds(async () => expect(await dataOf(list)).toHaveLength(3));

  const first = (await read(`${list}&limit=2`)).body as { data: object[]; pagination: { nextCursor: string } };
  const rest = await dataOf(`${list}&limit=2&cursor=${first.pagination.nextCursor}`);
  expect([...first.data, ...rest].map((row) => (row as { key: string }).key).toSorted()).toEqual([...keys].toSorted());
  expect(first.data[0]).toEqual({
    ...{ kind: 'PARKED', topic: 'payment.events.v1', position: 1, eventType: 'repasse.payment.received.v1' },
    ...{ id: expect.any(String), key: expect.any(String), eventId: expect.any(String), since: expect.any(String) },
    ...{ reason: 'poison', detail: expect.stringContaining('charge'), waiting: 0 },
  });

  const [key = ''] = keys;
  const env = { ...charge.environment, LOG_LEVEL: 'silent' };
  await callAdmin(program, env, [
    'parked',
    'skip',
    'payment.events.v1',
    key,
    '--apply',
    '--by',
    'Rita',
    '--why',
    'INC-7',
  ]);

  await eventuallyHolds(async () => expect(await dataOf(list)).toHaveLength(2));
  expect(await dataOf('/admin/charge/held-events?kind=DEAD_LETTER')).toMatchObject([
    { key, reason: 'operator.skipped' },
  ]);
  expect(await dataOf('/admin/charge/held-events?kind=SET_ASIDE')).toEqual([]);
  expect(await dataOf('/admin/charge/repair-steps')).toMatchObject([
    { command: 'parked skip', arguments: { topic: 'payment.events.v1', key }, by: 'Rita', why: 'INC-7', exitCode: 0 },
  ]);
});

it('nobody else reads it', async () => {
  expect((await read('/admin/charge/held-events?kind=PARKED', 'OPERATOR')).status).toBe(403);
  expect((await read('/admin/charge/repair-steps', 'CUSTOMER')).status).toBe(403);
  expect((await read('/admin/charge/held-events')).status).toBe(400);
  expect((await read('/admin/charge/held-events?kind=PARKED&cursor=nonsense')).status).toBe(400);
});
