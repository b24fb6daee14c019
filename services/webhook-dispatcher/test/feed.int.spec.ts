import { eventually } from '@repasse/chassis/testing/eventually';
import { startDispatcher, type Dispatcher } from './dispatcher';
import { Receiver } from './receiver';

interface Event {
  id: string;
  type: string;
  sequence: number;
  previousId: string | null;
  chargeSequence: number | null;
}

interface Page {
  data: Event[];
  nextAfter: string | null;
  hasMore: boolean;
}

let dispatcher: Dispatcher;
let receiver: Receiver;

beforeEach(async () => {
  [dispatcher, receiver] = await Promise.all([startDispatcher(), Receiver.start()]);
});
afterEach(() => Promise.all([dispatcher.stop(), receiver.stop()]));

const read = async (query = '', as: 'owner' | 'stranger' = 'owner') =>
  (await dispatcher.call('GET', `/events${query}`, as)).body as Page & Record<string, unknown>;

const whole = async (length: number): Promise<Event[]> => {
  await eventually(async () => (await read()).data.length === length);
  return (await read()).data;
};

describe('the feed of a merchant', () => {
  it('has everything that happened, numbered without a gap, each with the one before it', async () => {
    await dispatcher.createPaidCharge(null);
    // Events of two charges have no order among themselves.
    await whole(3);
    await dispatcher.createPaidCharge(receiver.url);

    const events = await whole(6);

    expect(events.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(events.map(({ previousId }) => previousId)).toEqual([null, ...events.slice(0, -1).map(({ id }) => id)]);
    expect(events.map(({ chargeSequence }) => chargeSequence)).toEqual([1, 2, 3, 1, 2, 3]);
    expect((await read('', 'stranger')).data).toEqual([]);
  });

  it('holds the bytes that were delivered, in the list and alone', async () => {
    await dispatcher.createPaidCharge(receiver.url);
    await eventually(() => receiver.received.length === 1);
    const [delivered] = receiver.received;
    const id = String(delivered!.headers['webhook-id']);

    const one = await dispatcher.call('GET', `/events/${id}`);
    const list = await dispatcher.call('GET', '/events?types=charge.paid');

    expect(one.text).toBe(delivered!.body);
    expect(list.text).toBe(`{"data":[${delivered!.body}],"nextAfter":"${id}","hasMore":false}`);
    expect(await dispatcher.call('GET', `/events/${id}`, 'stranger')).toMatchObject({
      status: 404,
      body: { code: 'event.not_found' },
    });
  });

  it('is read page by page to its end, and from there on when it has grown', async () => {
    await dispatcher.createPaidCharge(null);
    const all = await whole(3);

    const first = await read('?limit=2');
    const second = await read(`?limit=2&after=${first.nextAfter}`);
    const none = await read(`?after=${second.nextAfter}`);
    expect([first.data, second.data, none.data]).toEqual([all.slice(0, 2), all.slice(2), []]);
    expect([first.hasMore, second.hasMore, none.hasMore]).toEqual([true, false, false]);
    expect(none.nextAfter).toBe(second.nextAfter);

    await dispatcher.createCharge(null);
    await whole(5);
    expect((await read(`?after=${none.nextAfter}`)).data.map(({ sequence }) => sequence)).toEqual([4, 5]);
  });

  it('is read by type, family and charge', async () => {
    const { chargeId } = await dispatcher.createPaidCharge(null);
    await whole(3);
    await dispatcher.createPaidCharge(null);
    await whole(6);

    const sequences = async (query: string) => (await read(query)).data.map(({ sequence }) => sequence);
    expect(await sequences('?types=charge.paid')).toEqual([3, 6]);
    expect(await sequences('?types=charge.*')).toEqual([1, 3, 4, 6]);
    expect(await sequences('?types=attempt.offered,charge.created&limit=3')).toEqual([1, 2, 4]);
    expect(await sequences(`?chargeId=${chargeId}`)).toEqual([1, 2, 3]);
  });

  it('goes on behind the events it has looked at, where a type is rare', async () => {
    await dispatcher.query(
      `insert into webhook_events (webhook_id, user_id, sequence, event_type, body, created_at)
       select 'msg_01KAJ2FB3N5P7Q9R1S3T' || lpad(n::text, 6, '0'), 7, n, 'charge.created', '{}', now()
       from generate_series(1, 6000) as n`,
    );
    await dispatcher.query(`insert into event_feeds values (7, 6000, 'msg_01KAJ2FB3N5P7Q9R1S3T006000')`);

    const first = await read('?types=dispute.*');
    const second = await read(`?types=dispute.*&after=${first.nextAfter}`);

    expect(first).toEqual({ data: [], nextAfter: 'msg_01KAJ2FB3N5P7Q9R1S3T005000', hasMore: true });
    expect(second).toMatchObject({ data: [], hasMore: false });
  });

  it('waits as long as a caller asks, and not longer', async () => {
    const waiting = read('?types=charge.paid&waitSeconds=20');
    await dispatcher.createPaidCharge(null);

    expect((await waiting).data).toMatchObject([{ type: 'charge.paid' }]);
    expect((await read('?types=dispute.*&waitSeconds=1')).data).toEqual([]);
  });

  it('does not wait when the service stops: waiting callers are answered', async () => {
    const waiting = read('?types=dispute.*&waitSeconds=20');
    await read();

    await dispatcher.restart();

    expect((await waiting).data).toEqual([]);
  });

  it('takes nextAfter of an empty feed as it was told', async () => {
    expect(await read()).toMatchObject({ data: [], nextAfter: null });
    for (const after of ['null', ''])
      expect(await read(`?after=${after}`)).toMatchObject({ data: [], nextAfter: null });
  });

  it('names the faults of a request', async () => {
    const unknown = await dispatcher.call('GET', '/events?after=msg_01KAJ2FB3N5P7Q9R1S3T5V7W9X');
    const odd = await dispatcher.call('GET', '/events?types=charge.paid,cahrge.*&after=x&limit=501');

    expect(unknown).toMatchObject({ status: 400, body: { errors: [{ field: 'after' }] } });
    expect(odd.status).toBe(400);
    expect((odd.body['errors'] as { field: string }[]).map(({ field }) => field).toSorted()).toEqual([
      'after',
      'limit',
      'types',
    ]);
  });
});
