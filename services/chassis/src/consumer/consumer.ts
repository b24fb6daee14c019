import { type Bus } from '../bus/bus';
import { type Logger } from '../log/logger';
import { type Database } from '../postgres/database';
import { bornAtZero } from '../telemetry/born-at-zero';
import { type Metrics } from '../telemetry/metrics';
import { createBatchHandler } from './internal/batch-handler';
import { measureConsumer } from './internal/consumer-metrics';
import { consumptionsByTopic, urgentTypesOf, type Consumption } from './consumption';
import { deferIdle } from './internal/deferred';
import { startParkedRetrier, type ParkedOptions } from './internal/parked';
import { loadFlushedOffsets, loadOffsets } from './progress';
import { superviseSubscription } from './internal/supervise';

export { writing, type Consumption, type Handle } from './consumption';

export interface ConsumerOptions {
  /** Also the name of the consumer group. */
  readonly service: string;
  readonly db: Database;
  readonly bus: Bus;
  readonly consumptions: readonly Consumption[];
  /**
   * Whether the effects of `handle` are on disk before `afterCommit` runs. Needed where it causes something outside that
   * cannot be undone: a call to a provider, a webhook. Effects that are only rows and events do not need it: a crash of
   * the server undoes them together with the offset, and they are done again.
   */
  readonly waitsForDisk: boolean;
  /** Shortest time between the starts of two batches; longer than the default only where no caller waits for effects. */
  readonly intervalMsMin?: number;
  readonly log: Logger;
  readonly metrics: Metrics;
}

export interface Consumer {
  /** False when it has been dead for longer than a restart takes, for the liveness check. */
  isAlive(): boolean;
  stop(): Promise<void>;
}

/** As between a relay's rounds: a lone event takes effect at once, and under load one batch holds several. */
const intervalMsMinDefault = 5;

/** Two rounds of PostgreSQL's walwriter, which most often flush what was consumed. A stop takes longer by this at most. */
const settleWaitMs = 500;

/** A transaction of this many effects takes well under a second, and amortises its round trips. */
const maxBatchMessages = 500;

/**
 * Reads all its topics as one group. All new messages are one batch and one transaction; each event takes effect once.
 */
export const startConsumer = async (options: ConsumerOptions): Promise<Consumer> => {
  const { service: group, consumptions, db, bus, log } = options;
  const topics = consumptions.flatMap((consumption) => consumption.topics);
  const parkedOptions = parkedOptionsOf(options);
  const retrier = startParkedRetrier(parkedOptions);
  const onBatch = createBatchHandler({
    ...parkedOptions,
    waitsForDisk: options.waitsForDisk,
    onGaps: (gaps) => log.error({ gaps }, 'events are missing; their aggregates are parked until the gap is filled'),
    onParked: () => retrier.wake(),
  });
  const deferring = deferIdle(onBatch, parkedOptions.consumptions, log);
  const { intervalMsMin = intervalMsMinDefault } = options;
  const wakesFor = urgentTypesOf(consumptions);
  const subscribe = () =>
    bus.subscribe({
      ...{ group, topics, onBatch: deferring.handle, maxBatchMessages, wakesFor, intervalMsMin },
      loadOffsets: () => (bus.isOnOtherServer ? loadFlushedOffsets(db, 0) : loadOffsets(db)),
      settleOffsets: async () => {
        await deferring.save();
        return loadFlushedOffsets(db, settleWaitMs);
      },
    });
  const subscription = await superviseSubscription(subscribe, log).catch(async (fault: unknown) => {
    await retrier.stop();
    throw fault;
  });
  measureConsumer({ ...options, group, topics });

  return {
    isAlive: () => subscription.isAlive(),
    stop: async () => {
      await Promise.all([subscription.stop(), retrier.stop()]);
      await deferring.stop();
    },
  };
};

const parkedOptionsOf = ({ service, consumptions, db, bus, log, metrics }: ConsumerOptions): ParkedOptions => {
  const deadLetters = metrics.counter('repasse_consumer_dead_letters_total', 'Events put away as dead letters.', [
    'topic',
  ]);
  bornAtZero(deadLetters, { topic: consumptions.flatMap(({ topics }) => topics) });
  return {
    group: service,
    consumptions: consumptionsByTopic(consumptions),
    db,
    bus,
    log,
    countDeadLetter: (topic) => deadLetters.inc({ topic }),
    // A fault of a callback that wakes relays and waiters must not undo the commit.
    afterCommit: ({ consumption: { afterCommit, topics }, events, onWritten }) => {
      try {
        if (onWritten === undefined) afterCommit?.(events);
        else onWritten();
      } catch (fault) {
        log.error({ err: fault, topics }, 'afterCommit failed');
      }
    },
  };
};
