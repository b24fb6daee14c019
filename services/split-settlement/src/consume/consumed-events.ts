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

/**
 * Reads the bus from its beginning and hands over the events of booked types that the ledger has consumed, batch by batch,
 * in order per aggregate. A batch may come twice. Resolves when all of them were handed over.
 */
export const readConsumedEvents = async (
  bus: Bus,
  { offsets, parked }: ConsumedSoFar,
  onEvents: (events: readonly AnyEvent[]) => Promise<void>,
): Promise<void> => {
  const open = new Map(offsets.filter(({ nextOffset }) => nextOffset > 0).map((place) => [placeName(place), place]));
  if (open.size === 0) return;
  const ends = new Map(open);
  const isConsumed = notParked(parked);
  let finish = (): void => undefined;
  const done = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const subscription = await bus.subscribe({
    group,
    topics: [...new Set(bookedTypes.map(topicOf))],
    loadOffsets: async () => [],
    onBatch: async (messages) => {
      await onEvents(messages.filter((message) => isBefore(message, ends) && isConsumed(message)).map(fromMessage));
      for (const message of messages) {
        if (message.offset + 1 >= (ends.get(placeName(message))?.nextOffset ?? 0)) open.delete(placeName(message));
      }
      if (open.size === 0) finish();
    },
  });
  await done;
  await subscription.stop();
};

const types = new Set<string>(bookedTypes);

const isBefore = (message: IncomingMessage, ends: ReadonlyMap<string, PlaceOffset>): boolean =>
  types.has(message.headers['ce_type'] ?? '') && message.offset < (ends.get(placeName(message))?.nextOffset ?? 0);

const notParked = (parked: readonly ParkedAggregate[]): ((message: IncomingMessage) => boolean) => {
  const positions = new Map(parked.map(({ topic, key, position }) => [`${topic} ${key}`, position]));
  return (message) => (positionOf(message) ?? 0) <= (positions.get(`${message.topic} ${message.key}`) ?? Infinity);
};
