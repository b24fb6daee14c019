import { type Database, type Tx } from '@repasse/chassis/postgres/database';
import { callAll } from '@repasse/chassis/postgres/function-call';
import { fakeClock } from '@repasse/chassis/testing/clock';
import { countingIds } from '@repasse/chassis/testing/ids';
import { catalogueEntry, type AnyEvent, type EventData, type EventType } from '@repasse/contracts';
import attemptOffered from '../../../contracts/events/charge/AttemptOffered.v1.example.json';
import chargeCanceled from '../../../contracts/events/charge/ChargeCanceled.v1.example.json';
import chargeCreated from '../../../contracts/events/charge/ChargeCreated.v1.example.json';
import chargePaid from '../../../contracts/events/charge/ChargePaid.v1.example.json';
import { createEventHandler } from '../src/consume/consume-events';
import { createAnnouncer } from '../src/delivery/announce';
import { type Sender } from '../src/delivery/sender';
import { type LeasedDelivery } from '../src/store/leases';
import { insertEndpoint, openWebhookDatabase } from './webhook-database';

let events = 0;

const event = <T extends EventType>(type: T, data: object): AnyEvent => {
  events += 1;
  const id = `evt_${events}`;
  const dataSchema = catalogueEntry(type).schema.$id;
  const subject = (data as { chargeId: string }).chargeId;
  const envelope = { id, source: 'repasse/charge', subject, time: chargePaid.paidAt, dataSchema, position: events };
  return { ...envelope, type, data: data as EventData[T] } as AnyEvent;
};

const created = (chargeId: string, webhookUrl: string | null): AnyEvent =>
  event('repasse.charge.created.v1', { ...chargeCreated, chargeId, webhookUrl });
const offered = (chargeId: string, invoiceId: number, grossAmountMinor: number): AnyEvent =>
  event('repasse.attempt.offered.v1', { ...attemptOffered, chargeId, invoiceId, grossAmountMinor });
const paid = (chargeId: string, invoiceId: number): AnyEvent =>
  event('repasse.charge.paid.v1', { ...chargePaid, chargeId, invoiceId });
const canceled = (chargeId: string): AnyEvent => event('repasse.charge.canceled.v1', { ...chargeCanceled, chargeId });

/** All kinds of events a batch may mix: of a charge and its payment, two payments, a card, an unknown owner. */
const mixed: readonly AnyEvent[] = [
  created('ch_a', 'https://a.example/hook'),
  offered('ch_a', 1, 4_000),
  created('ch_silent', null),
  offered('ch_a', 2, 6_000),
  paid('ch_a', 2),
  canceled('ch_other'),
  created('ch_card', 'https://b.example:8443/hook'),
  paid('ch_card', 3),
  paid('ch_silent', 4),
  created('ch_a', 'https://late.example/hook'),
  offered('ch_card', 3, 1),
  paid('ch_a', 1),
  created('ch_last', 'https://a.example/hook'),
  offered('ch_last', 5, 10_000),
  paid('ch_last', 5),
];

const inBatchesOf = (size: number): AnyEvent[][] =>
  Array.from({ length: Math.ceil(mixed.length / size) }, (_, n) => mixed.slice(n * size, (n + 1) * size));

const createSender = (room = Infinity) => {
  const taken: LeasedDelivery[] = [];
  const expected: string[] = [];
  const sender: Sender = {
    admission: () => {
      let left = room;
      return () => left-- > 0;
    },
    take: (deliveries) => taken.push(...deliveries),
    expectMoreOf: (receiver) => expected.push(receiver),
  };
  return { sender, taken, expected };
};

let db: Database;

beforeAll(async () => {
  db = await openWebhookDatabase();
});
afterAll(() => db.close());
beforeEach(() => db.query('truncate charges, charge_invoices, event_feeds, webhook_events, deliveries'));

const clock = fakeClock();

const handlerOf = (sender: Sender, on: Tx = db) => {
  const counted: Database = { ...db, query: (...args) => on.query(...args) };
  return createEventHandler(
    createAnnouncer({ db: counted, ids: countingIds(), clock, sender, onGrown: () => undefined }),
  );
};

type Batches = readonly (readonly AnyEvent[])[];

const consume = async (batches: Batches, { sender }: { sender: Sender }): Promise<void> => {
  const { handle, afterCommit } = handlerOf(sender);
  for (const batch of batches) {
    await db.transaction((tx) => handle(batch, tx));
    afterCommit(batch);
  }
};

const consumeAtOnce = async (batches: Batches, { sender }: { sender: Sender }): Promise<void> => {
  const { effectOf } = handlerOf(sender);
  for (const batch of batches) {
    const effect = await effectOf(batch);
    await callAll(db, effect?.calls ?? []);
    effect?.onWritten?.([]);
  }
};

/** A database that counts what it is asked. */
const counting = () => {
  const asked = { statements: 0 };
  const query: Tx['query'] = (...args) => {
    asked.statements += 1;
    return db.query(...args);
  };
  return { asked, query };
};

/** All that was written but for the ids, which are drawn anew, and the end of the leases. */
const written = async () => ({
  charges: await db.query('select * from charges order by charge_id'),
  feeds: await db.query('select user_id, last_sequence from event_feeds'),
  invoices: await db.query('select * from charge_invoices order by invoice_id'),
  messages: await db.query(
    `select user_id, charge_id, invoice_id, event_type, sequence, charge_sequence, body, created_at
     from webhook_events order by sequence`,
  ),
  deliveries: await db.query(
    `select e.charge_id = d.charge_id as "isOfMessage", d.user_id, d.charge_id, d.event_type, d.sequence, d.url, d.receiver,
       d.status, d.attempts, d.next_attempt_at, d.lease_token, d.lease_until is not null as "isLeased"
     from deliveries d join webhook_events e using (webhook_id) order by d.charge_id, d.sequence`,
  ),
});

describe('the rows written by a batch of events', () => {
  const ways = [
    { name: 'under locks', way: consume, sizes: [2, 3, 4, 7, mixed.length] },
    { name: 'at once', way: consumeAtOnce, sizes: [1, 2, 3, 4, 7, mixed.length] },
  ].flatMap(({ name, way, sizes }) => sizes.map((size) => ({ name, way, size })));

  it.each(ways)('are, written $name in batches of $size, the same as one by one', async ({ way, size }) => {
    const [alone, together] = [createSender(), createSender()];
    await consume(inBatchesOf(1), alone);
    const expected = await written();
    await db.query('truncate charges, charge_invoices, event_feeds, webhook_events, deliveries');

    await way(inBatchesOf(size), together);

    expect(await written()).toEqual(expected);
    expect(together.taken.map(({ body }) => body)).toEqual(alone.taken.map(({ body }) => body));
    expect(expected.messages).toHaveLength(mixed.length);
    expect(together.taken.map(({ receiver }) => receiver)).toEqual([
      'a.example',
      'b.example:8443',
      'a.example',
      'a.example',
    ]);
  });

  it('are read and written by one statement each, whatever the batch holds', async () => {
    const { asked, query } = counting();
    const { effectOf } = handlerOf(createSender().sender, { query });

    for (const batch of [[canceled('ch_other')], mixed]) {
      asked.statements = 0;
      await callAll({ query }, (await effectOf(batch))?.calls ?? []);
      expect(asked.statements).toBe(2);
    }
  });

  it('are refused, and nothing is sent, when a feed has grown since it was read', async () => {
    const sender = createSender();
    const late = await handlerOf(sender.sender).effectOf(mixed);
    await consume([[canceled('ch_other')]], createSender());

    await expect(callAll(db, late?.calls ?? [])).rejects.toMatchObject({ code: 'RP001' });

    expect((await written()).messages).toHaveLength(1);
    expect(sender.taken).toEqual([]);
  });

  it('are left to the transaction where an ordered endpoint is told', async () => {
    const { userId } = chargePaid;
    await insertEndpoint(db, { endpointId: 'whe_1', userId, eventTypes: ['charge.*'], isOrdered: true });

    expect(await handlerOf(createSender().sender).effectOf(mixed)).toBeUndefined();

    await db.query('truncate webhook_endpoints');
  });

  it('numbers the feed, and each charge, without a gap', async () => {
    await consume([mixed], createSender());

    const { messages } = await written();
    const rows = messages as { charge_id: string; sequence: number; charge_sequence: number }[];
    expect(rows.map(({ sequence }) => sequence)).toEqual(mixed.map((_, index) => index + 1));
    const ofA = rows.filter(({ charge_id }) => charge_id === 'ch_a').map(({ charge_sequence }) => charge_sequence);
    expect(ofA).toEqual(ofA.map((_, index) => index + 1));
  });
});

describe('planned deliveries', () => {
  it('is left in the database where memory has no room for it', async () => {
    const tight = createSender(1);
    await consume([mixed], tight);

    expect(tight.taken.map(({ charge_id }) => charge_id)).toEqual(['ch_a']);
    expect(tight.expected).toEqual(['b.example:8443', 'a.example', 'a.example']);
    expect((await written()).deliveries).toMatchObject([
      { charge_id: 'ch_a', isLeased: true, lease_token: 1 },
      { charge_id: 'ch_a', isLeased: false, lease_token: 0 },
      { charge_id: 'ch_card', isLeased: false, lease_token: 0 },
      { charge_id: 'ch_last', isLeased: false, lease_token: 0 },
    ]);
  });

  it('is sent once when its transaction was undone before', async () => {
    const sender = createSender();
    const { handle, afterCommit } = handlerOf(sender.sender);
    const undone = db.transaction(async (tx) => {
      await handle(mixed, tx);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');

    await db.transaction((tx) => handle(mixed, tx));
    afterCommit(mixed);

    const stored = await db.query<{ id: string }>('select delivery_id as id from deliveries order by 1');
    expect(sender.taken.map(({ delivery_id }) => delivery_id)).toEqual(stored.map(({ id }) => id));
  });
});
