import { type AnyEvent } from '@repasse/contracts';
import { type Bus, type IncomingMessage } from '../bus/bus';
import { type Logger } from '../log/logger';
import { type Database, type Tx } from '../postgres/database';
import { type Metrics } from '../telemetry/metrics';
import { createBatchHandler, guarded } from './batch-handler';
import { measureConsumer } from './consumer-metrics';
import { startParkedRetrier } from './parked';
import { superviseSubscription } from './supervise';

export interface ConsumerOptions {
  readonly service: string;
  readonly topic: string;
  readonly db: Database;
  readonly bus: Bus;
  /**
   * What becomes of an event that cannot be handled: `park` holds its aggregate's later events back, where order means
   * money; `dead-letter` sends it to `<topic>.dlq` and goes on.
   */
  readonly onPoison: 'park' | 'dead-letter';
  /** Runs in the transaction that also remembers the event, so use `tx` for every write. Gets every known type. */
  readonly handle: (event: AnyEvent, tx: Tx) => Promise<void>;
  /** The same for many at once, in order: one statement for a batch instead of one for each event. */
  readonly handleBatch?: (events: readonly AnyEvent[], tx: Tx) => Promise<void>;
  /** Runs after the commit with what was handled: wake relays and waiters here. */
  readonly afterCommit?: (events: readonly AnyEvent[]) => void;
  /** Runs in the transaction that steps over a dead letter. */
  readonly onDeadLetter?: (message: IncomingMessage, tx: Tx) => Promise<void>;
  readonly log: Logger;
  readonly metrics: Metrics;
}

export interface Consumer {
  /** False when it has been dead for longer than restarts should take: a matter for liveness. */
  isAlive(): boolean;
  stop(): Promise<void>;
}

/** A transaction of this many effects is short, and amortises its commit well enough. */
const maxBatchMessages = 100;

/** Reads a topic as the group `<service>.<topic>`. Each event takes effect once, in order of its aggregate. */
export const startConsumer = async (options: ConsumerOptions): Promise<Consumer> => {
  const { service, topic, bus, metrics, log } = options;
  const group = `${service}.${topic}`;
  const deadLetters = metrics.counter('repasse_consumer_dead_letters_total', 'Events put away as dead letters.', [
    'topic',
  ]);
  const parkedOptions = {
    ...options,
    group,
    countDeadLetter: () => deadLetters.inc({ topic }),
    afterCommit: guarded(options.afterCommit, (fault) => log.error({ err: fault, topic }, 'afterCommit failed')),
  };
  const retrier = startParkedRetrier(parkedOptions);
  const onBatch = createBatchHandler({
    ...parkedOptions,
    onGap: (keys) => {
      log.error({ topic, keys }, 'events are missing; their aggregates are parked until the gap is filled');
      retrier.wake();
    },
    onGapFilled: () => retrier.wake(),
  });
  const subscribe = () => bus.subscribe({ group, topic, onBatch, maxBatchMessages });
  const subscription = await superviseSubscription(subscribe, log).catch(async (fault: unknown) => {
    await retrier.stop();
    throw fault;
  });
  const stopMeasuring = measureConsumer({ ...options, group });

  return {
    isAlive: () => subscription.isAlive(),
    stop: async () => {
      stopMeasuring();
      await Promise.all([subscription.stop(), retrier.stop()]);
    },
  };
};
