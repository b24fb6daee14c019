/** A message on its way out. The key decides the partition: same key, same partition, same order. */
export interface OutgoingMessage {
  readonly topic: string;
  readonly key: string;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON text, passed unparsed from the outbox to the bus. */
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
  /**
   * Set by a bus elsewhere: every message of the partition below this offset was handed over before, or lies below what
   * `loadOffsets` returned. The message must not take effect in a database that has stored less. It may be smaller than
   * `offset`, since a broker's offsets have holes.
   */
  readonly followsOffset?: number;
}

/** Events of a key that are missing: they follow a position and lie before the message that showed it. */
export interface Gap {
  readonly afterPosition: number;
  readonly beforeOffset: number;
}

export interface PlaceOffset extends Place {
  /** The offset of the message to be read next. */
  readonly nextOffset: number;
}

/** Where a partition begins and ends. */
export interface PlaceEnds extends Place {
  /** The first message that is kept. */
  readonly firstOffset: number;
  /** The next message gets it. */
  readonly endOffset: number;
}

/** How far a group has read a partition. */
export interface PlaceLag extends Place {
  readonly endOffset: number;
  /** The messages that it has not consumed yet. */
  readonly lag: number;
}

/** Messages of a partition, by their offsets. */
export interface PlaceRange extends Place {
  readonly fromOffset: number;
  /** Not among them. */
  readonly toOffset: number;
}

export interface ReadOptions {
  /** False where headers are enough: values are then undefined, and the schema registry is not asked. */
  readonly hasValues: boolean;
  /** In order within each partition, and one call after the other. A fault of it ends the reading. */
  readonly onMessages: (messages: readonly IncomingMessage[]) => Promise<void>;
}

export interface SubscribeOptions {
  readonly group: string;
  readonly topics: readonly string[];
  /**
   * The offsets the group continues from. The group's own database keeps them together with the effects; they are read
   * whenever partitions are taken over and after every failure. A partition without an offset is read from its start.
   * For a bus elsewhere they are on disk: a later crash would go unnoticed where no message follows.
   */
  readonly loadOffsets: () => Promise<readonly PlaceOffset[]>;
  /**
   * Stores what `onBatch` has put off, and returns the offsets that no crash of the database takes back. A bus elsewhere
   * calls it at intervals while it hands messages over: it reports these offsets, and where they are behind those
   * messages it begins anew at `loadOffsets`. Without it, messages count as stored when `onBatch` resolves.
   */
  readonly settleOffsets?: () => Promise<readonly PlaceOffset[]>;
  /**
   * New messages of any topic and partition, in order within each partition. It resolves when effects and offsets are
   * kept. When it rejects, the messages come again: first each partition by itself, so that a failing one holds up no
   * other, then after a growing pause. An OffsetsLostError brings everything again that is not stored.
   */
  readonly onBatch: (messages: readonly IncomingMessage[]) => Promise<void>;
  readonly maxBatchMessages?: number;
  /** The event types to receive at once; others come with them, or some seconds later. All types when left out. */
  readonly wakesFor?: ReadonlySet<string> | undefined;
  /** Shortest time from the start of a batch to the start of the next: larger, fewer batches cost less. */
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
   * Whether the bus keeps messages on another server than the services' databases. Events must then be on disk before
   * they are published: a crash of the database server would undo an event and leave its message.
   */
  readonly isOnOtherServer: boolean;
  /**
   * Throws why this service cannot work on the bus yet: it is not let in, or the registry has not shown the schemas of its
   * events. Never again once it could. Every bus but Kafka can be used at once.
   */
  readonly checkAccess?: () => void;
  /** Resolves when every message is kept. After a fault any of them may be there, or twice after a repeat. */
  publish(messages: readonly OutgoingMessage[]): Promise<void>;
  /** Joins the group as one reader of all its topics. */
  subscribe(options: SubscribeOptions): Promise<Subscription>;
  /**
   * The topic's messages of one key, in order; a consumer fills a gap from them. With a gap, others may be left out.
   */
  replay(topic: string, key: string, gap?: Gap): Promise<readonly IncomingMessage[]>;
  /** Where the partitions of the topics begin and end now. A topic that has no partitions yet is left out. */
  ends(topics: readonly string[]): Promise<readonly PlaceEnds[]>;
  /** Reads parts of partitions as they are, as a member of no group. Resolves when all were handed over. */
  read(ranges: readonly PlaceRange[], options: ReadOptions): Promise<void>;
  /** How far the group has read each partition, by the offsets it reports every two seconds. */
  lag(group: string, topics: readonly string[]): Promise<readonly PlaceLag[]>;
  close(): Promise<void>;
}

/** Largest batch when the subscriber sets no limit: its transaction still takes well under a second. */
export const maxBatchMessagesDefault = 500;

export const lagIn = (places: readonly PlaceLag[]): number => places.reduce((sum, { lag }) => sum + lag, 0);

/** A key for maps of partitions. */
export const placeName = ({ topic, partition }: Place): string => `${topic} ${partition}`;
