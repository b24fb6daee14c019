/** A message on its way out. The key decides the partition: same key, same partition, same order. */
export interface OutgoingMessage {
  readonly topic: string;
  readonly key: string;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON text. It passes from the outbox to the bus as it is: parsing it here would be done for nothing. */
  readonly value: string;
}

/** A partition of a topic. */
export interface Place {
  readonly topic: string;
  readonly partition: number;
}

export interface IncomingMessage extends Place {
  /** Counted per partition from 0. */
  readonly offset: number;
  readonly key: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly value: unknown;
}

export interface PlaceOffset extends Place {
  /** The offset of the message to be read next. */
  readonly nextOffset: number;
}

export interface SubscribeOptions {
  readonly group: string;
  readonly topics: readonly string[];
  /**
   * Where the group goes on. Its own database keeps that, together with the effects, and is asked whenever partitions
   * are taken over and after every failure. A partition without an offset is read from its first message.
   */
  readonly loadOffsets: () => Promise<readonly PlaceOffset[]>;
  /**
   * What has come, of any of the topics and partitions, in order within each partition. Once it resolves, effects and
   * offsets are kept. When it rejects, the messages come again: first those of each partition by themselves, so that
   * one that fails holds up no other, then after a pause that grows.
   */
  readonly onBatch: (messages: readonly IncomingMessage[]) => Promise<void>;
  readonly maxBatchMessages?: number;
  /** The types of events it is in a hurry for; others may come with them, or some seconds later. All when left out. */
  readonly wakesFor?: ReadonlySet<string> | undefined;
  /** From the beginning of a batch to that of the next: what nobody waits for costs less in few batches. */
  readonly intervalMsMin?: number | undefined;
}

export interface Subscription {
  /** False when it has stopped receiving and will not recover by itself. */
  isAlive(): boolean;
  /** Lets the batch under way finish and leaves the group. */
  stop(): Promise<void>;
}

/** A durable log of topics cut into partitions, read by groups. At least once, in order per key. */
export interface Bus {
  /**
   * Whether it keeps messages on another server than the services' databases: what it is given must be on the disk then,
   * since a crash of their server would take the origin of a message away and leave the message.
   */
  readonly isElsewhere: boolean;
  /** Resolves when every message is kept. After a fault any of them may be there, or twice after a repeat. */
  publish(messages: readonly OutgoingMessage[]): Promise<void>;
  /** Joins the group as one reader of all its topics. */
  subscribe(options: SubscribeOptions): Promise<Subscription>;
  /** Everything the topic holds for one key, in order: what a consumer catches up with after a gap. */
  replay(topic: string, key: string): Promise<readonly IncomingMessage[]>;
  /** How many messages of each topic the group has not consumed yet, as far as it has told: it tells every second. */
  lag(group: string, topics: readonly string[]): Promise<ReadonlyMap<string, number>>;
  close(): Promise<void>;
}

/** What a batch may hold when the subscriber sets no limit: its transaction still takes well under a second. */
export const maxBatchMessagesDefault = 500;

/** A key for maps of partitions. */
export const placeName = ({ topic, partition }: Place): string => `${topic} ${partition}`;
