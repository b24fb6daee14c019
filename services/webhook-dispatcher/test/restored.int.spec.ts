import { type Bus } from '@repasse/chassis/bus/bus';
import { randomIds } from '@repasse/chassis/ids';
import { createLogger } from '@repasse/chassis/log/logger';
import { systemClock } from '@repasse/chassis/clock';
import { rebuild, type Rebuilt } from '@repasse/chassis/restore/rebuild';
import { eventually } from '@repasse/chassis/testing/eventually';
import { dispatcherRestoration } from '../src/restoration';
import { startDispatcher, type Dispatcher } from './dispatcher';
import { Receiver } from './receiver';

let dispatcher: Dispatcher;
let receiver: Receiver;

beforeAll(async () => {
  [dispatcher, receiver] = await Promise.all([startDispatcher(), Receiver.start()]);
});
afterAll(() => Promise.all([dispatcher.stop(), receiver.stop()]));

const feed = async (length: number): Promise<readonly string[]> =>
  eventually(async () => {
    const { data } = (await dispatcher.call('GET', '/events')).body as { data: { id: string }[] };
    return data.length === length ? data.map(({ id }) => id) : undefined;
  });

const feedNumbers = async (): Promise<readonly number[]> => {
  const { data } = (await dispatcher.call('GET', '/events')).body as { data: { sequence: number }[] };
  return data.map(({ sequence }) => sequence);
};

it('sends what it consumes again under the ids that receivers have seen', async () => {
  await dispatcher.createPaidCharge(receiver.url);
  const before = await feed(3);
  await eventually(() => receiver.received.length === 1);

  // As in a database of before.
  await dispatcher.query(
    `truncate webhook_events, event_feeds, deliveries, delivery_attempts, charges, charge_invoices,
       consumed_positions, consumed_offsets`,
  );
  await dispatcher.restart();

  expect(new Set(await feed(3))).toEqual(new Set(before));
  await eventually(() => receiver.received.length === 2);
  const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
  expect(ids[1]).toBe(ids[0]);
});

it('knows again which deliveries arrived, and gives no number of a feed twice', async () => {
  const rebuilt = (isApplied: boolean): Promise<Rebuilt> =>
    rebuild(dispatcherRestoration, {
      ...{ db: dispatcher.db, bus: dispatcher.bus as unknown as Bus, clock: systemClock, ids: randomIds, isApplied },
      log: createLogger({ service: 'webhook-dispatcher', level: 'silent' }),
      get config(): never {
        throw new Error('It needs no settings.');
      },
      report: () => undefined,
    });
  const numbers = () => dispatcher.query('select user_id, last_sequence from event_feeds order by 1');
  const sent = () => dispatcher.query('select delivery_id, status, attempts from deliveries order by 1');
  const [delivery] = await dispatcher.deliveries();
  // The receiver has it a moment before the dispatcher writes that down.
  await eventually(async () => (await dispatcher.eventsOf(delivery?.id ?? '')).length === 1 || undefined);
  const before = { numbers: await numbers(), sent: await sent(), received: receiver.received.length };
  expect(before.sent).toMatchObject([{ status: 'DELIVERED', attempts: 1 }]);

  await dispatcher.restart({}, async () => {
    // The database knows the delivery and not how it ended; what was consumed last is consumed again.
    await dispatcher.query(`update deliveries set status = 'PENDING', attempts = 0, next_attempt_at = created_at`);
    await dispatcher.query('truncate delivery_attempts, outbox_positions, topic_marks');
    await dispatcher.query('update consumed_offsets set next_offset = 0');
    // The event of the delivery above is there, too, and its delivery is not.
    expect((await rebuilt(false)).topics).toMatchObject([{ events: 2 }]);
    expect(await sent()).toMatchObject([{ status: 'PENDING' }]);

    expect((await rebuilt(true)).unrestored).toMatchObject([{ what: expect.stringContaining('same webhook-id') }]);

    expect(await sent()).toEqual(before.sent);
    const [moved] = await numbers();
    expect(moved).toMatchObject({ last_sequence: expect.any(Number) });
    expect(JSON.stringify(moved)).not.toBe(JSON.stringify(before.numbers[0]));
    expect((await rebuilt(true)).topics).toMatchObject([{ events: 0 }]);
  });

  await dispatcher.createCharge(null);
  await eventually(async () => (await feedNumbers()).length === 5 || undefined);
  const [first, second, third, ...later] = await feedNumbers();
  expect([first, second, third]).toEqual([1, 2, 3]);
  expect(later.every((number) => number > 3 + 4)).toBe(true);
  expect(receiver.received).toHaveLength(before.received);
});
