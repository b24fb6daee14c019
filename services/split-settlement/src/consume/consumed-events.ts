import { placeName, type Bus, type IncomingMessage, type PlaceOffset } from '@repasse/chassis/bus/bus';
import { fromMessage, positionOf } from '@repasse/chassis/bus/envelope';
import { topicOf, type AnyEvent } from '@repasse/contracts';
import { bookedTypes } from './bookings';

/** An aggregate whose events wait, with the position of the last one that was booked. */
export interface ParkedAggregate {
  readonly topic: string;
  readonly key: string;
  readonly position: number;
}

export interface ConsumedSoFar {
  /** The offset of each partition that the ledger reads next. */
  readonly offsets: readonly PlaceOffset[];
  readonly parked: readonly ParkedAggregate[];
}

/** A group of its own, so that the ledger's is not disturbed. Its members would share the partitions, so run one. */
const group = 'split-settlement.trial-balance';

/** A log that is there hands over hundreds of messages a second; in this time nothing more will come. */
const silenceMsMax = 30_000;

/**
 * Reads the bus from its beginning and hands over the events of booked types that the ledger has consumed, batch by batch,
 * in order per aggregate. A batch may come twice. Resolves when all of them were handed over, and rejects when the bus
 * falls silent before.
 */
export const readConsumedEvents = async (
  bus: Bus,
  { offsets, parked }: ConsumedSoFar,
  onEvents: (events: readonly AnyEvent[]) => Promise<void>,
): Promise<void> => {
  const topics = [...new Set(bookedTypes.map(topicOf))];
  // Of other topics the service has consumed what is no money.
  const read = offsets.filter(({ topic, nextOffset }) => topics.includes(topic) && nextOffset > 0);
  const ends = new Map(read.map((place) => [placeName(place), place]));
  if (ends.size === 0) return;
  const left = new Set(ends.keys());
  const isConsumed = notParked(parked);
  const end = endOfReading();
  const subscription = await bus.subscribe({
    group,
    topics,
    loadOffsets: async () => [],
    onBatch: async (messages) => {
      end.putOff();
      await onEvents(messages.filter((message) => isBefore(message, ends) && isConsumed(message)).map(fromMessage));
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
};

/** Reached, or given up when it is not put off again within `silenceMsMax`. */
const endOfReading = () => {
  let [reach, putOff] = [(): void => undefined, (): void => undefined];
  const reached = new Promise<void>((resolve, reject) => {
    const giveUp = (): void => reject(new Error(`The bus has handed over nothing for ${silenceMsMax} ms.`));
    const timer = setTimeout(giveUp, silenceMsMax);
    putOff = () => void timer.refresh();
    reach = () => {
      clearTimeout(timer);
      putOff = () => undefined;
      resolve();
    };
  });
  // It may be given up before it is awaited.
  reached.catch(() => undefined);
  return { reached, reach: () => reach(), putOff: () => putOff() };
};

const types = new Set<string>(bookedTypes);

const isBefore = (message: IncomingMessage, ends: ReadonlyMap<string, PlaceOffset>): boolean =>
  types.has(message.headers['ce_type'] ?? '') && message.offset < (ends.get(placeName(message))?.nextOffset ?? 0);

const notParked = (parked: readonly ParkedAggregate[]): ((message: IncomingMessage) => boolean) => {
  const positions = new Map(parked.map(({ topic, key, position }) => [`${topic} ${key}`, position]));
  return (message) => (positionOf(message) ?? 0) <= (positions.get(`${message.topic} ${message.key}`) ?? Infinity);
};
