import { eventually } from '@repasse/chassis/testing/eventually';
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
