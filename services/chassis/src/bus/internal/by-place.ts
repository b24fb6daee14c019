import { placeName, type IncomingMessage, type Place, type PlaceOffset } from '../bus';

/** Messages of one partition, in order. */
export interface PlaceMessages extends Place {
  readonly messages: readonly IncomingMessage[];
}

export const byPlace = (messages: readonly IncomingMessage[]): PlaceMessages[] => {
  const places = new Map<string, { topic: string; partition: number; messages: IncomingMessage[] }>();
  for (const message of messages) {
    const name = placeName(message);
    const place = places.get(name);
    if (place !== undefined) place.messages.push(message);
    else places.set(name, { topic: message.topic, partition: message.partition, messages: [message] });
  }
  return [...places.values()];
};

/** The offset behind the last message of each partition. */
export const offsetsBehind = (messages: readonly IncomingMessage[]): PlaceOffset[] =>
  byPlace(messages).map((place) => ({
    topic: place.topic,
    partition: place.partition,
    nextOffset: nextOffsetOf(place),
  }));

export const nextOffsetOf = ({ messages }: Pick<PlaceMessages, 'messages'>): number =>
  messages.reduce((next, { offset }) => Math.max(next, offset + 1), 0);

/** The offset that must be stored before these messages of one partition may take effect. */
export const neededOffsetOf = ({ messages }: Pick<PlaceMessages, 'messages'>): number => {
  let needed = 0;
  let reached = -1;
  for (const { offset, followsOffset = 0 } of messages) {
    // Otherwise the messages before it in this batch are all that was missing.
    if (followsOffset > reached) needed = Math.max(needed, followsOffset);
    reached = Math.max(reached, offset + 1);
  }
  return needed;
};

export interface PlaceFailure extends Place {
  readonly fault: unknown;
}

/**
 * Hands over everything at once. When that fails, each partition by itself, so that a failing one holds up no other.
 * Returns the partitions that failed.
 */
export const handOver = async (
  messages: readonly IncomingMessage[],
  onBatch: (messages: readonly IncomingMessage[]) => Promise<void>,
): Promise<readonly PlaceFailure[]> => {
  try {
    await onBatch(messages);
    return [];
  } catch (fault) {
    const places = byPlace(messages);
    if (places.length === 1) return places.map(({ topic, partition }) => ({ topic, partition, fault }));
    return handOverApart(places, onBatch);
  }
};

const handOverApart = async (
  places: readonly PlaceMessages[],
  onBatch: (messages: readonly IncomingMessage[]) => Promise<void>,
): Promise<PlaceFailure[]> => {
  const failures: PlaceFailure[] = [];
  for (const { topic, partition, messages } of places) {
    await onBatch(messages).catch((fault: unknown) => failures.push({ topic, partition, fault }));
  }
  return failures;
};
