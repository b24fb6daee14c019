import { createLogger } from '../../../log/logger';
import { eventually } from '../../../testing/eventually';
import { fakeDatabase } from '../../../testing/fake-database';
import { type IncomingMessage, type SubscribeOptions } from '../../bus';
import { type GroupSession } from './group-session';
import { startSubscription, type PostgresSubscription } from './subscription';

const topic = 'charge.events.v1';
const log = createLogger({ service: 'test', level: 'silent' });

const message = (partition: number, offset: number): IncomingMessage => ({
  ...{ topic, partition, offset, key: 'ch_1', headers: {}, value: {} },
});

/** One message in the partition. */
const one = (partition: number): [number, number][] => [[partition, 1]];

/** A log in memory that counts how often it is read. */
const fakeLog = () => {
  const messages: IncomingMessage[] = [];
  const fetches: unknown[] = [];
  const fake = {
    messages,
    fetches,
    /** Runs once, when the next fetch has read and is not answered. */
    beforeAnswer: (): void => undefined,
    db: fakeDatabase((sql, params) => {
      if (!sql.includes('from bus_messages')) return [];
      const [, partitions, offsets] = params as [string[], number[], number[]];
      fetches.push(partitions);
      const isWanted = (one: IncomingMessage) => one.offset >= (offsets[partitions.indexOf(one.partition)] ?? Infinity);
      const found = messages.filter(isWanted);
      const { beforeAnswer } = fake;
      fake.beforeAnswer = () => undefined;
      beforeAnswer();
      return found;
    }),
  };
  return fake;
};

const fakeSession = (): GroupSession & { reviews: number } => {
  const members: number[] = [];
  const session = {
    reviews: 0,
    term: () => 0,
    follow: () => Promise.resolve(),
    survey: () => {
      session.reviews += 1;
      return Promise.resolve({ members, heads: [] });
    },
    join: (_group: string, memberId: number) => Promise.resolve(void members.push(memberId)),
    leave: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
  return session;
};

describe('the reader of a group', () => {
  let subscription: PostgresSubscription;
  afterEach(() => subscription.stop());

  const subscribe = (
    log_: ReturnType<typeof fakeLog>,
    received: IncomingMessage[][],
    more: Partial<SubscribeOptions> = {},
  ) => {
    const session = fakeSession();
    const onBatch = (batch: readonly IncomingMessage[]) => Promise.resolve(void received.push([...batch]));
    const options = { group: 'test', topics: [topic], loadOffsets: () => Promise.resolve([]), onBatch, ...more };
    subscription = startSubscription(options, { db: log_.db, session, log });
    return session;
  };

  /** The reviews that otherwise come every two seconds. */
  const reviewed = async (session: { readonly reviews: number }, times: number): Promise<void> => {
    for (let time = 0; time < times; time += 1) {
      const { reviews } = session;
      subscription.review();
      await eventually(() => session.reviews > reviews);
    }
  };

  it('fetches nothing while nothing is known to be there, and once for what it is told of', async () => {
    const written = fakeLog();
    const received: IncomingMessage[][] = [];
    const session = subscribe(written, received);
    await reviewed(session, 3);
    expect(written.fetches).toEqual([]);

    written.messages.push(message(0, 0), message(3, 0));
    subscription.onNews({ topic, heads: new Map([...one(0), ...one(3)]), types: [] });
    await eventually(() => received.length > 0);
    await reviewed(session, 2);

    expect(received).toEqual([[message(0, 0), message(3, 0)]]);
    expect(written.fetches).toEqual([[0, 3]]);
  });

  it('leaves what it is in no hurry for until something else comes', async () => {
    const written = fakeLog();
    const received: IncomingMessage[][] = [];
    const session = subscribe(written, received, { wakesFor: new Set(['repasse.charge.paid.v1']) });
    await eventually(() => session.reviews >= 2);

    written.messages.push(message(0, 0));
    subscription.onNews({ topic, heads: new Map(one(0)), types: ['repasse.charge.created.v1'] });
    written.messages.push(message(3, 0));
    subscription.onNews({ topic, heads: new Map(one(3)), types: ['repasse.charge.paid.v1'] });
    await eventually(() => received.length > 0);

    expect(received).toEqual([[message(0, 0), message(3, 0)]]);
  });

  it('fetches nothing that came with its notification', async () => {
    const written = fakeLog();
    const received: IncomingMessage[][] = [];
    const session = subscribe(written, received);
    await eventually(() => session.reviews >= 2);

    subscription.onNews({ topic, heads: new Map(one(0)), types: [], message: message(0, 0) });
    await eventually(() => received.length === 1);
    subscription.onNews({ topic, heads: new Map([[0, 2]]), types: [], message: message(0, 1) });
    await eventually(() => received.length === 2);

    expect(received).toEqual([[message(0, 0)], [message(0, 1)]]);
    expect(written.fetches).toEqual([]);
  });

  it('fetches from where it was when it was notified only of later messages', async () => {
    const written = fakeLog();
    const received: IncomingMessage[][] = [];
    const session = subscribe(written, received);
    await eventually(() => session.reviews >= 2);

    written.messages.push(message(0, 0), message(0, 1));
    subscription.onNews({ topic, heads: new Map([[0, 2]]), types: [], message: message(0, 1) });
    await eventually(() => received.length > 0);

    expect(received).toEqual([[message(0, 0), message(0, 1)]]);
  });

  it('takes what it was told of while a fetch without it was under way', async () => {
    const written = fakeLog();
    const received: IncomingMessage[][] = [];
    const session = subscribe(written, received);
    await eventually(() => session.reviews >= 2);

    written.messages.push(message(0, 0));
    written.beforeAnswer = () => {
      written.messages.push(message(0, 1));
      subscription.onNews({ topic, heads: new Map([[0, 2]]), types: [] });
    };
    subscription.onNews({ topic, heads: new Map(one(0)), types: [] });
    await eventually(() => received.length === 2);

    expect(received).toEqual([[message(0, 0)], [message(0, 1)]]);
    expect(session.reviews).toBe(2);
  });

  it('does not go on asking for messages that a crash of the server took back', async () => {
    const written = fakeLog();
    const session = subscribe(written, []);
    await eventually(() => session.reviews >= 2);

    subscription.onNews({ topic, heads: new Map([[0, 5]]), types: [] });
    await reviewed(session, 2);

    expect(written.fetches).toHaveLength(1);
  });
});
