import { placeName, type PlaceLag } from '../../bus/bus';

/** Where a partition ended, and since when it is known to. */
interface SeenEnd {
  readonly endOffset: number;
  readonly seenMs: number;
}

/** An hour of scrapes every five seconds, in each of which something came. Beyond that every second one is forgotten. */
const seenMax = 720;

/**
 * Says how long the oldest unread message of some partitions has been there. Where a partition ends is remembered from
 * look to look, so no message has to be read: the age is short by the time between two looks at most, and it begins at 0
 * in a process that starts behind.
 */
export const createLagAge = () => {
  const seen = new Map<string, readonly SeenEnd[]>();
  const ageOf = (place: PlaceLag, nowMs: number): number => {
    const ends = unread(seen.get(placeName(place)) ?? [], place, nowMs);
    seen.set(placeName(place), ends.length > seenMax ? ends.filter((_, index) => index % 2 === 0) : ends);
    return nowMs - (ends[0]?.seenMs ?? nowMs);
  };
  return (places: readonly PlaceLag[], nowMs: number): number =>
    Math.max(0, ...places.map((place) => ageOf(place, nowMs)));
};

/** The ends behind what was consumed, with today's. A partition that ends earlier than before was made anew. */
const unread = (before: readonly SeenEnd[], { endOffset, lag }: PlaceLag, nowMs: number): readonly SeenEnd[] => {
  const last = before.at(-1)?.endOffset ?? 0;
  const kept = endOffset < last ? [] : before.filter((end) => end.endOffset > endOffset - lag);
  return lag > 0 && (kept.length === 0 || endOffset > last) ? [...kept, { endOffset, seenMs: nowMs }] : kept;
};
