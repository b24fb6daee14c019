import { type Bus, type IncomingMessage, type PlaceOffset, type PlaceRange } from '../bus/bus';
import { type ServiceConfig } from '../config/service-config';
import { loadOffsets } from '../consumer/progress';
import { type Tx } from '../postgres/database';
import { offsetsBeyond, positionsOf } from './compare-with-bus';
import { readable, sortLost } from './internal/lost-events';
import { createNumbers, type MovedSequence } from './internal/numbers';
import { type LostEvents, type Restoration, type RestoreContext, type Unrestored } from './restoration';
import { loadMarks, marksAt, saveMarks, tailsOf } from './topic-marks';

/** The service runs: what it decides meanwhile would take the positions that are rebuilt. */
export class ServiceRunsError extends Error {
  override readonly name = 'ServiceRunsError';
  readonly code = 'restore.service_runs';

  constructor() {
    super('The service runs, or another command of this kind. Stop all its processes first.');
  }
}

export interface TopicRebuilt {
  readonly topic: string;
  readonly events: number;
  readonly aggregates: number;
}

export interface Rebuilt {
  readonly topics: readonly TopicRebuilt[];
  readonly unrestored: readonly Unrestored[];
  /** Sequences with the number that each goes on behind. */
  readonly numbers: readonly MovedSequence[];
  /** Partitions that are read from their beginning, since the bus ends before what was consumed. */
  readonly begunAgain: readonly PlaceOffset[];
}

/** A transaction of this many events takes some seconds at most. */
const eventsPerBatchMax = 500;

class RolledBack extends Error {}

/**
 * Reads the service's own events back from the bus and rebuilds what the database lacks of them. Without `isApplied` it does
 * the same in one transaction and rolls that back.
 */
export const rebuild = async <C extends ServiceConfig>(
  restoration: Restoration<C>,
  context: RestoreContext<C>,
): Promise<Rebuilt> => {
  const lock = await context.db.holdAdvisoryLock('outbox relay');
  if (lock === undefined) throw new ServiceRunsError();
  try {
    if (context.isApplied) return await run(restoration, context, (work) => context.db.transaction(work));
    return await rehearse(restoration, context);
  } finally {
    await lock.release();
  }
};

/** Runs work in a transaction. */
type InTransaction = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;

const rehearse = async <C extends ServiceConfig>(
  restoration: Restoration<C>,
  context: RestoreContext<C>,
): Promise<Rebuilt> => {
  let rebuilt: Rebuilt | undefined;
  await context.db
    .transaction(async (tx) => {
      rebuilt = await run(restoration, context, (work) => work(tx));
      throw new RolledBack();
    })
    .catch((fault: unknown) => {
      if (!(fault instanceof RolledBack)) throw fault;
    });
  if (rebuilt === undefined) throw new Error('The rehearsal has no result.');
  return rebuilt;
};

const run = async <C extends ServiceConfig>(
  restoration: Restoration<C>,
  context: RestoreContext<C>,
  inTransaction: InTransaction,
): Promise<Rebuilt> => {
  const { db, bus, isApplied } = context;
  const numbers = createNumbers(restoration.numbers);
  const unrestored: Unrestored[] = [];
  const ends = await bus.ends(restoration.topics);
  // A service that publishes nothing has no marks.
  const ranges = ends.length === 0 ? [] : tailsOf(ends, await loadMarks(db));

  const rebuildSome = async (topic: string, messages: readonly IncomingMessage[]): Promise<readonly LostEvents[]> => {
    const some = await inTransaction((tx) => rebuildIn(tx, restoration, context, topic, messages));
    unrestored.push(...some.unrestored);
    // Numbers also of events that a rebuilding before this one has given back.
    for (const event of messages.flatMap((message) => readable(message) ?? [])) numbers.see(event);
    return some.lost;
  };
  const topics: TopicRebuilt[] = [];
  for (const topic of restoration.topics) {
    topics.push(await rebuildTopic({ bus, topic, ranges }, (messages) => rebuildSome(topic, messages)));
  }
  const moved = await inTransaction(async (tx) => ({
    numbers: await numbers.move(tx, isApplied),
    begunAgain: await beginAgain(tx, context),
  }));
  if (isApplied) {
    unrestored.push(...((await restoration.finish?.(context)) ?? []));
    if (ends.length > 0) await saveMarks(db, marksAt(ends));
  }
  return { topics, unrestored, ...moved };
};

const rebuildTopic = async (
  { bus, topic, ranges }: { readonly bus: Bus; readonly topic: string; readonly ranges: readonly PlaceRange[] },
  rebuildSome: (messages: readonly IncomingMessage[]) => Promise<readonly LostEvents[]>,
): Promise<TopicRebuilt> => {
  const keys = new Set<string>();
  let events = 0;
  const onMessages = async (messages: readonly IncomingMessage[]): Promise<void> => {
    for (let from = 0; from < messages.length; from += eventsPerBatchMax) {
      for (const one of await rebuildSome(messages.slice(from, from + eventsPerBatchMax))) {
        keys.add(one.key);
        events += one.events.length;
      }
    }
  };
  const own = ranges.filter((range) => range.topic === topic);
  await bus.read(own, { hasValues: true, onMessages });
  return { topic, events, aggregates: keys.size };
};

const rebuildIn = async <C extends ServiceConfig>(
  tx: Tx,
  restoration: Restoration<C>,
  context: RestoreContext<C>,
  topic: string,
  messages: readonly IncomingMessage[],
): Promise<{ readonly lost: readonly LostEvents[]; readonly unrestored: readonly Unrestored[] }> => {
  const given = await positionsOf(
    tx,
    topic,
    messages.map(({ key }) => key),
  );
  const { isMadeAgain = () => false } = restoration;
  const { lost, unrestored } = sortLost(topic, messages, { given, isMadeAgain });
  if (lost.length === 0) return { lost, unrestored };
  const missing = await restoration.rebuild(tx, lost, context);
  await givePositions(tx, lost);
  return { lost, unrestored: [...unrestored, ...missing] };
};

const givePositions = async (tx: Tx, lost: readonly LostEvents[]): Promise<void> => {
  await tx.query(
    `insert into outbox_positions as p (topic, aggregateid, position)
     select * from unnest($1::text[], $2::text[], $3::bigint[])
     on conflict (topic, aggregateid) do update set position = greatest(p.position, excluded.position)`,
    [
      lost.map(({ topic }) => topic),
      lost.map(({ key }) => key),
      lost.map(({ position, events }) => position + events.length),
    ],
  );
};

/** Where the bus ends before what was consumed, its topics are read from their beginning: positions make that harmless. */
const beginAgain = async (tx: Tx, { bus }: Pick<RestoreContext, 'bus'>): Promise<readonly PlaceOffset[]> => {
  const [table] = await tx.query<{ isThere: boolean }>(
    `select to_regclass('consumed_offsets') is not null as "isThere"`,
  );
  if (table?.isThere !== true) return [];
  const beyond = await offsetsBeyond(bus, await loadOffsets(tx));
  const again = beyond.map(({ topic, partition }) => ({ topic, partition, nextOffset: 0 }));
  await tx.query(
    `update consumed_offsets o set next_offset = 0
     from unnest($1::text[], $2::integer[]) as r (topic, partition) where o.topic = r.topic and o.partition = r.partition`,
    [again.map(({ topic }) => topic), again.map(({ partition }) => partition)],
  );
  return again;
};
