import { topicOf, type AnyEvent, type EventType } from '@repasse/contracts';
import { placeName, type Bus, type IncomingMessage, type PlaceOffset } from '../bus/bus';
import { fromMessage, PoisonError, positionOf } from '../bus/envelope';
import { type Tx } from '../postgres/database';
import { loadOffsets } from './progress';

/** An aggregate whose events wait, with the position of the last one that took effect. */
export interface ParkedAggregate {
  readonly topic: string;
  readonly key: string;
  readonly position: number;
}

export interface ConsumedSoFar {
  /** The offset of each partition that the service reads next. */
  readonly offsets: readonly PlaceOffset[];
  readonly parked: readonly ParkedAggregate[];
}

/** A message on the bus in which no event can be read, as far as its headers tell. */
export interface DamagedMessage {
  readonly topic: string;
  readonly partition: number;
  readonly offset: number;
  readonly key: string;
  readonly eventId: string;
  readonly type: string;
  readonly reason: string;
}

/** The events that a service has consumed, at one moment where that is a transaction that sees only one. */
export const readConsumedSoFar = async (tx: Tx): Promise<ConsumedSoFar> => ({
  offsets: await loadOffsets(tx),
  parked: await tx.query<ParkedAggregate>(
    'select topic, key, position from consumed_positions where parked_at is not null order by topic, key',
  ),
});

export interface ConsumedEventsReading {
  readonly bus: Bus;
  /** A group of its own, so that the service's is not disturbed. Its members would share the partitions, so run one. */
  readonly group: string;
  readonly types: readonly EventType[];
  readonly consumed: ConsumedSoFar;
  readonly onEvents: (events: readonly AnyEvent[]) => Promise<void>;
}

/** A log that is there hands over hundreds of messages a second; in this time nothing more will come. */
const silenceMsMax = 30_000;

/** The first damaged messages are named: enough to begin looking. */
const damagedMax = 100;

/**
 * Reads the bus from its beginning and hands over the events of these types that the service has consumed, batch by batch,
 * in order per aggregate. A batch may come twice. Resolves when all of them were handed over, with those that cannot be
 * read; rejects when the bus falls silent before, or at once when `onEvents` fails: the bus would repeat the batch for ever.
 */
export const readConsumedEvents = async ({
  bus,
  group,
  types,
  consumed: { offsets, parked },
  onEvents,
}: ConsumedEventsReading): Promise<readonly DamagedMessage[]> => {
  const topics = [...new Set(types.map(topicOf))];
  const read = offsets.filter(({ topic, nextOffset }) => topics.includes(topic) && nextOffset > 0);
  const ends = new Map(read.map((place) => [placeName(place), place]));
  const damaged = new Map<string, DamagedMessage>();
  if (ends.size === 0) return [];
  const left = new Set(ends.keys());
  const isConsumed = notParked(parked);
  const wantedTypes = new Set<string>(types);
  const isOfTypes = ({ headers }: IncomingMessage): boolean => wantedTypes.has(headers['ce_type'] ?? '');
  const end = endOfReading();
  const noteDamage = (message: IncomingMessage, fault: PoisonError): void => {
    if (damaged.size < damagedMax)
      damaged.set(`${placeName(message)} ${message.offset}`, damagedMessage(message, fault));
  };
  const subscription = await bus.subscribe({
    group,
    topics,
    loadOffsets: async () => [],
    onBatch: async (messages) => {
      const wanted = messages.filter((message) => isOfTypes(message) && isBefore(message, ends) && isConsumed(message));
      await onEvents(readableIn(wanted, noteDamage)).catch((fault: unknown) => {
        end.giveUp(fault);
        throw fault;
      });
      end.putOff();
      for (const message of messages) {
        if (message.offset + 1 >= (ends.get(placeName(message))?.nextOffset ?? 0)) left.delete(placeName(message));
      }
      if (left.size === 0) end.reach();
    },
  });
  try {
    await end.reached;
  } finally {
    await subscription.stop();
  }
  return [...damaged.values()];
};

const readableIn = (
  messages: readonly IncomingMessage[],
  onDamaged: (message: IncomingMessage, fault: PoisonError) => void,
): AnyEvent[] =>
  messages.flatMap((message) => {
    try {
      return fromMessage(message);
    } catch (fault) {
      if (!(fault instanceof PoisonError)) throw fault;
      onDamaged(message, fault);
      return [];
    }
  });

const damagedMessage = (
  { topic, partition, offset, key, headers }: IncomingMessage,
  { message: reason }: PoisonError,
): DamagedMessage => ({
  ...{ topic, partition, offset, key, reason },
  eventId: headers['ce_id'] ?? 'without an id',
  type: headers['ce_type'] ?? 'without a type',
});

/** Reached, or given up: at once, or when it is not put off again within `silenceMsMax`. */
const endOfReading = () => {
  const { promise: reached, resolve, reject } = deferred();
  let isOver = false;
  const silence = (): void => end.giveUp(new Error(`The bus has handed over nothing for ${silenceMsMax} ms.`));
  const timer = setTimeout(silence, silenceMsMax);
  const finish = (settle: () => void): void => {
    isOver = true;
    clearTimeout(timer);
    settle();
  };
  const end = {
    reached,
    reach: () => finish(resolve),
    giveUp: (fault: unknown) => finish(() => reject(fault)),
    putOff: () => {
      if (!isOver) timer.refresh();
    },
  };
  // It may be given up before it is awaited.
  reached.catch(() => undefined);
  return end;
};

const deferred = () => {
  let [resolve, reject] = [(): void => undefined, (_fault: unknown): void => undefined];
  const promise = new Promise<void>((settle, fail) => {
    [resolve, reject] = [settle, fail];
  });
  return { promise, resolve, reject };
};

const isBefore = (message: IncomingMessage, ends: ReadonlyMap<string, PlaceOffset>): boolean =>
  message.offset < (ends.get(placeName(message))?.nextOffset ?? 0);

const notParked = (parked: readonly ParkedAggregate[]): ((message: IncomingMessage) => boolean) => {
  const positions = new Map(parked.map(({ topic, key, position }) => [`${topic} ${key}`, position]));
  return (message) => (positionOf(message) ?? 0) <= (positions.get(`${message.topic} ${message.key}`) ?? Infinity);
};
