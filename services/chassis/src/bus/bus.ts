/** A message on its way out. The key decides the partition: same key, same partition, same order. */
export interface OutgoingMessage {
  readonly topic: string;
  readonly key: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly value: object;
}

export interface IncomingMessage {
  readonly topic: string;
  readonly partition: number;
  /** Counted per partition from 0; text because Kafka's is 64 bits wide. */
  readonly offset: string;
  readonly key: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly value: unknown;
}

/** Asked between messages: once the partition belongs to somebody else, what is left of the batch is theirs to do. */
export interface OwnershipSignal {
  isLost(): boolean;
}

export interface SubscribeOptions {
  readonly group: string;
  readonly topic: string;
  /** Messages of one partition, in order. Resolving commits the offset; throwing brings the batch again, later. */
  readonly onBatch: (messages: readonly IncomingMessage[], signal: OwnershipSignal) => Promise<void>;
  readonly maxBatchMessages?: number;
}

export interface Subscription {
  /** False when it has stopped receiving and will not recover by itself. */
  isAlive(): boolean;
  /** Lets the batches under way finish, commits their offsets, and leaves the group. */
  stop(): Promise<void>;
}

/** A durable log of topics cut into partitions, read by groups. At least once, in order per key. */
export interface Bus {
  /** Resolves when every message is durable. After a fault any of them may be there, or twice after a repeat. */
  publish(messages: readonly OutgoingMessage[]): Promise<void>;
  /** Joins the group; a group that is new to the topic begins at its first message. */
  subscribe(options: SubscribeOptions): Promise<Subscription>;
  /** Everything the topic holds for one key, in order: what a consumer catches up with after a gap. */
  replay(topic: string, key: string): Promise<readonly IncomingMessage[]>;
  /** How many messages the group has not committed yet. */
  lag(group: string, topic: string): Promise<number>;
  close(): Promise<void>;
}
