import { type Consumer, type EachBatchHandler, type Kafka } from 'kafkajs';
import { type Logger } from '../../../log/logger';
import { createOutageLog, type OutageLog } from '../../../log/internal/outage-log';
import { maxBatchMessagesDefault, type PlaceOffset, type SubscribeOptions, type Subscription } from '../../bus';
import { OffsetsLostError } from '../../internal/offsets-lost';
import { createPauses } from '../../internal/pauses';
import { createReportedOffsets, type ReportedOffsets } from '../../internal/reported-offsets';
import { topicSettings } from '../../internal/topic-settings';
import { createIntake } from './intake';
import { briefRetry } from './kafka-client';
import { createPartitionHandler } from './partition-handler';
import { createReading, type Reading } from './reading';
import { type ExplainFault } from '../refusals';
import { type SchemaCodec } from './schema-codec';
import { seekToStored } from './seek-to-stored';
import { settle } from './settle';

/** The least a broker allows; a member that was killed holds its partitions this long. */
const sessionTimeoutMs = 6_000;
/** A second member gets its share at the first member's next heartbeat. */
const heartbeatIntervalMs = 500;
/** How long an idle fetch waits for a message, and with it how long a stop or a rebalance takes; not the latency. */
const fetchWaitMsMax = 250;

const firstRestartDelayMs = 500;
const restartDelayMsMax = 30_000;
/** A member that was silent for this long counts as dead; the liveness check then asks for a new process. */
const silenceMsMaxDefault = 60_000;
const stopTimeoutMs = 15_000;

export interface KafkaSubscriptionOptions extends SubscribeOptions {
  readonly kafka: Kafka;
  readonly codec: SchemaCodec;
  readonly explain: ExplainFault;
  readonly log: Logger;
  readonly silenceMsMax?: number;
  readonly onJoined?: () => void;
}

/**
 * A member of a consumer group that does not stay down: kafkajs gives up for good after some faults and after too many
 * retries, and stops without a word to its user. Each time, a new member takes the old one's place.
 */
export class KafkaSubscription implements Subscription {
  private readonly reported: ReportedOffsets;
  private readonly reading: Reading;
  private readonly eachBatch: EachBatchHandler;
  private consumer: Consumer | undefined;
  /** Topic → the partitions this member was given. */
  private assigned: Readonly<Record<string, number[]>> = {};
  private activeAtMs = Date.now();
  private restarts = 0;
  private restartTimer: NodeJS.Timeout | undefined;
  private starting: Promise<void> = Promise.resolve();
  private isStopped = false;
  private readonly outage: OutageLog;

  constructor(private readonly options: KafkaSubscriptionOptions) {
    const { group, onBatch, maxBatchMessages = maxBatchMessagesDefault, intervalMsMin = 0, codec, log } = options;
    this.outage = createOutageLog({ log, over: 'consumer has joined again', fields: { group } });
    this.reported = createReportedOffsets((offsets) => this.report(offsets), log);
    this.reading = createReading(this.reported);
    this.eachBatch = createPartitionHandler({
      ...{ group, codec, log, heartbeatIntervalMs, reading: this.reading },
      onOffsetsLost: (fault) => this.beginAgain(fault),
      intake: createIntake({ onBatch, maxBatchMessages, intervalMsMin }),
      pauses: createPauses(),
    });
  }

  isAlive(): boolean {
    return !this.isStopped && Date.now() - this.activeAtMs < (this.options.silenceMsMax ?? silenceMsMaxDefault);
  }

  /** Resolves when the member has joined, or when the first try failed: the next ones go on by themselves. */
  start(): Promise<void> {
    this.starting = this.join().catch((fault: unknown) => this.restartAfter(fault));
    return this.starting;
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    clearTimeout(this.restartTimer);
    this.reading.interrupt();
    await within(
      stopTimeoutMs,
      this.starting.then(() => this.leave()),
    );
  }

  private async join(): Promise<void> {
    await this.leave();
    if (this.isStopped) return;
    const consumer = this.createConsumer();
    this.consumer = consumer;
    await consumer.connect();
    await consumer.subscribe({ topics: [...this.options.topics], fromBeginning: true });
    await consumer.run({
      autoCommit: false,
      eachBatchAutoResolve: false,
      partitionsConsumedConcurrently: partitionsOf(this.options.topics),
      eachBatch: this.eachBatch,
    });
  }

  private createConsumer(): Consumer {
    const consumer = this.options.kafka.consumer({
      groupId: this.options.group,
      sessionTimeout: sessionTimeoutMs,
      heartbeatInterval: heartbeatIntervalMs,
      maxWaitTimeInMs: fetchWaitMsMax,
      allowAutoTopicCreation: false,
      // Every restart is ours, so that there is one way back and not two.
      retry: { ...briefRetry, restartOnFailure: () => Promise.resolve(false) },
    });
    const { GROUP_JOIN, HEARTBEAT, REBALANCING, CRASH } = consumer.events;
    consumer.on(HEARTBEAT, () => this.recordActivity());
    consumer.on(GROUP_JOIN, ({ payload }) => this.rejoined(consumer, payload.memberAssignment));
    consumer.on(REBALANCING, () => this.reading.interrupt());
    consumer.on(CRASH, ({ payload }) => this.restartAfter(payload.error));
    return consumer;
  }

  private recordActivity(): void {
    this.activeAtMs = Date.now();
  }

  private rejoined(consumer: Consumer, assigned: Readonly<Record<string, number[]>>): void {
    this.recordActivity();
    this.restarts = 0;
    this.outage.recovered();
    this.options.onJoined?.();
    this.assigned = assigned;
    this.begin(consumer);
  }

  private begin(consumer: Consumer): void {
    const { reading, options, assigned } = this;
    reading.interrupt();
    const isOver = reading.untilInterrupted();
    seekToStored({ ...options, consumer, assigned, isOver, onBegun: (offsets) => reading.begin(offsets) });
  }

  private beginAgain(fault: OffsetsLostError): void {
    const { group, log } = this.options;
    log.warn({ group, err: fault }, 'the database went back; messages are read again from its offsets');
    if (this.consumer !== undefined) this.begin(this.consumer);
  }

  private async report(reached: readonly PlaceOffset[]): Promise<void> {
    const isInterrupted = this.reading.untilInterrupted();
    try {
      const stored = await settle(reached, this.options.settleOffsets);
      await this.consumer?.commitOffsets(
        stored.map(({ topic, partition, nextOffset }) => ({ topic, partition, offset: String(nextOffset) })),
      );
    } catch (fault) {
      if (!(fault instanceof OffsetsLostError)) throw fault;
      if (!isInterrupted()) this.beginAgain(fault);
    }
  }

  private restartAfter(fault: unknown): void {
    if (this.isStopped) return;
    this.reading.interrupt();
    const delayMs = Math.min(firstRestartDelayMs * 2 ** this.restarts, restartDelayMsMax);
    this.restarts += 1;
    const { explain } = this.options;
    this.outage.failed({ delayMs, err: explain(fault) }, 'consumer ended, starts again');
    clearTimeout(this.restartTimer);
    this.restartTimer = setTimeout(() => void this.start(), delayMs);
  }

  /** The old member may be half dead; whatever it still says at its end does not matter. */
  private async leave(): Promise<void> {
    // Whatever is found lost now comes again to the next member.
    this.assigned = {};
    // Only members can commit offsets, so before this one leaves.
    await this.reported.stop();
    const consumer = this.consumer;
    this.consumer = undefined;
    await consumer?.disconnect().catch(() => undefined);
  }
}

/**
 * All partitions of a fetch are handed over together and become one batch. kafkajs starts as many workers for each
 * fetch, so a larger number costs more than the messages do.
 */
const partitionsOf = (topics: readonly string[]): number =>
  topics.reduce((total, topic) => total + topicSettings(topic).partitions, 0);

const within = async (timeoutMs: number, work: Promise<void>): Promise<void> => {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<void>((resolve) => (timer = setTimeout(resolve, timeoutMs)));
  await Promise.race([work, timeout]);
  clearTimeout(timer);
};
