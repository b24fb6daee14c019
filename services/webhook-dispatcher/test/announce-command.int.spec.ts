import { callAdmin } from '@repasse/chassis/testing/admin-call';
import { eventually } from '@repasse/chassis/testing/eventually';
import { program } from '../src/admin';
import { startDispatcher, type Dispatcher } from './dispatcher';
import { movableClock } from './movable-clock';
import { Receiver } from './receiver';

let dispatcher: Dispatcher;
let receiver: Receiver;
beforeEach(async () => {
  [dispatcher, receiver] = await Promise.all([startDispatcher(), Receiver.start()]);
});
afterEach(() => Promise.all([dispatcher.stop(), receiver.stop()]));

const from = ['--from', '2000-01-01T00:00:00Z'];
const announce = (...args: readonly string[]) =>
  callAdmin(program, { POSTGRES_URL: dispatcher.db.url, LOG_LEVEL: 'silent' }, ['webhooks', 'announce', ...args]);
const signed = ['--apply', '--by', 'Rita', '--why', 'INC-7'];
const typesReceived = (): string[] =>
  receiver.received.map(({ body }) => (JSON.parse(body) as { type: string }).type).toSorted();

it.each([false, true])('an endpoint that was made too late is sent what it wants (ordered: %s)', async (isOrdered) => {
  await dispatcher.createPaidCharge(null);
  await eventually(async () => (await dispatcher.call('GET', '/events?limit=100')).text.includes('charge.paid'));
  const { id } = await dispatcher.register({ url: receiver.url, eventTypes: ['charge.*'], isOrdered });

  expect((await announce(id, ...from)).text).toContain('2 messages that were never sent and 0 that failed for good');
  expect(receiver.received).toEqual([]);
  expect((await announce(id, ...from, ...signed)).exitCode).toBe(0);

  await eventually(() => receiver.received.length === 2);
  expect(typesReceived()).toEqual(['charge.created', 'charge.paid']);
  expect((await announce(id, ...from)).text).toContain('0 messages that were never sent');
});

it('a webhook that was given up is sent again, under its id', async () => {
  const clock = movableClock();
  const own = await startDispatcher({ clock, random: () => 0.5 });
  try {
    receiver.answers((_, response) => response.writeHead(500).end());
    const { id } = await own.register({ url: receiver.url, eventTypes: ['charge.paid'] });
    const { chargeId } = await own.createPaidCharge(null);
    await own.exhaust(clock, `&endpointId=${id}&chargeId=${chargeId}`);
    await eventually(async () => (await own.deliveries(`&endpointId=${id}`))[0]?.status === 'EXHAUSTED');
    receiver.answers((_, response) => response.writeHead(204).end());
    const again = (...args: readonly string[]) =>
      callAdmin(program, { POSTGRES_URL: own.db.url, LOG_LEVEL: 'silent' }, [
        'webhooks',
        'announce',
        id,
        ...from,
        ...args,
      ]);

    expect((await again()).text).toContain('0 messages that were never sent and 1 that failed for good');
    expect((await again(...signed)).exitCode).toBe(0);

    await eventually(async () => (await own.deliveries(`&endpointId=${id}`))[0]?.status === 'DELIVERED', {
      timeoutMs: 20_000,
    });
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  } finally {
    await own.stop();
  }
});

it('what cannot be announced is refused', async () => {
  expect(await announce('whe_none', ...from, ...signed)).toMatchObject({ exitCode: 1 });
  expect(await announce('whe_none')).toMatchObject({ exitCode: 2, told: expect.stringContaining('--from is needed') });
  expect(await announce('whe_none', '--from', 'yesterday')).toMatchObject({ exitCode: 2 });
});
