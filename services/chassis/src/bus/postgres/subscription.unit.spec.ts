import { createLogger } from '../../log/logger';
import { type Database } from '../../postgres/database';
import { eventually } from '../../testing/eventually';
import { type IncomingMessage } from '../bus';
import { type GroupSession } from './group-session';
import { startSubscription, type PostgresSubscription } from './subscription';

const topic = 'charge.events.v1';
const log = createLogger({ service: 'test', level: 'silent' });

const message = (partition: number, offset: number): IncomingMessage => ({
  ...{ topic, partition, offset, key: 'ch_1', headers: {}, value: {} },
});

/** A log in memory that counts how often it is read. */
const fakeLog = () => {
  const messages: IncomingMessage[] = [];
  const fetches: unknown[] = [];
  const query = (sql: string, params: readonly unknown[] = []): Promise<unknown[]> => {
    if (!sql.includes('from bus_messages')) return Promise.resolve([]);
    const [, partitions, offsets] = params as [string[], number[], number[]];
    fetches.push(partitions);
    const isWanted = (one: IncomingMessage) => one.offset >= (offsets[partitions.indexOf(one.partition)] ?? Infinity);
    return Promise.resolve(messages.filter(isWanted));
  };
  return { messages, fetches, db: { query } as unknown as Database };
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

  const subscribe = (log_: ReturnType<typeof fakeLog>, received: IncomingMessage[][]) => {
    const session = fakeSession();
    const onBatch = (batch: readonly IncomingMessage[]) => Promise.resolve(void received.push([...batch]));
    const options = { group: 'test', topics: [topic], loadOffsets: () => Promise.resolve([]), onBatch };
    subscription = startSubscription(options, { db: log_.db, session, log });
    return session;
  };

  it('fetches nothing while nothing is known to be there, and once for what it is told of', async () => {
    const written = fakeLog();
    const received: IncomingMessage[][] = [];
    const session = subscribe(written, received);
    await eventually(() => session.reviews >= 3, { timeoutMs: 10_000 });
    expect(written.fetches).toEqual([]);

    written.messages.push(message(0, 0), message(3, 0));
    subscription.onNews(
      topic,
      new Map([
        [0, 1],
        [3, 1],
      ]),
    );
    await eventually(() => received.length > 0);
    const reviews = session.reviews;
    await eventually(() => session.reviews > reviews + 1, { timeoutMs: 10_000 });

    expect(received).toEqual([[message(0, 0), message(3, 0)]]);
    expect(written.fetches).toEqual([[0, 3]]);
  });

  it('does not go on asking for messages that a crash of the server took back', async () => {
    const written = fakeLog();
    const session = subscribe(written, []);
    await eventually(() => session.reviews >= 2);

    subscription.onNews(topic, new Map([[0, 5]]));
    const reviews = session.reviews;
    await eventually(() => session.reviews > reviews + 1, { timeoutMs: 10_000 });

    expect(written.fetches).toHaveLength(1);
  });
});
