import { placeName, type IncomingMessage, type Place, type PlaceOffset } from '../../bus';
import { type ReportedOffsets } from '../../internal/reported-offsets';

/** How far the reader is in each of its partitions, in memory: everything before was handed over, or was stored. */
export interface Reading {
  /** Stops reading: what was fetched before counts no more. */
  interrupt(): void;
  /** Begins at these offsets, which are stored. */
  begin(offsets: readonly PlaceOffset[]): void;
  /** True from the next interruption on. */
  untilInterrupted(): () => boolean;
  /** Undefined while reading is interrupted. */
  offsetOf(place: Place): number | undefined;
  /** The messages before this offset took effect. */
  advance(reached: PlaceOffset): void;
}

export const createReading = (reported: ReportedOffsets): Reading => {
  const offsets = new Map<string, number>();
  let epoch = 0;
  return {
    interrupt: () => {
      epoch += 1;
      offsets.clear();
    },
    begin: (begun) => {
      for (const one of begun) offsets.set(placeName(one), one.nextOffset);
      reported.begin(begun);
    },
    untilInterrupted: () => {
      const own = epoch;
      return () => epoch !== own;
    },
    offsetOf: (place) => offsets.get(placeName(place)),
    advance: (reached) => {
      offsets.set(placeName(reached), reached.nextOffset);
      reported.reached([reached]);
    },
  };
};

/** Adds to each message the offset that everything before it reaches. */
export const following = (messages: readonly IncomingMessage[], from: number): IncomingMessage[] => {
  let followsOffset = from;
  return messages.map((message) => {
    const one = { ...message, followsOffset };
    followsOffset = message.offset + 1;
    return one;
  });
};
