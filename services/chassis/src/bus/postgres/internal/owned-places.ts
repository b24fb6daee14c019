import { placeName, type IncomingMessage, type Place, type PlaceOffset } from '../../bus';
import { offsetsBehind } from '../../internal/by-place';
import { createNotifiedMessages, type NotifiedMessages } from './notified-messages';

interface OwnedPlace extends Place {
  /** Where to read from. */
  nextOffset: number;
  /** How far the partition is known to reach. */
  head: number;
  readonly notified: NotifiedMessages;
}

/** A partition with messages from `nextOffset` to `head`, which is not among them. */
export interface UnreadPlace extends PlaceOffset {
  readonly head: number;
}

/** The partitions a member reads, each with its progress. Knows which have new messages, so only those are fetched. */
export interface OwnedPlaces {
  names(): ReadonlySet<string>;
  /** Drops unwanted partitions and takes new ones, from the offsets given. */
  take(wanted: readonly Place[], offsets: readonly PlaceOffset[]): void;
  clear(): void;
  /** The partition reaches this far, or further. */
  learn(head: PlaceOffset): void;
  /** This message came with its notification. */
  notify(message: IncomingMessage): void;
  /** Partitions with unread messages, longest unread first. */
  unread(): readonly UnreadPlace[];
  /** The place's next messages, at most `limit`, where they came with notifications. */
  notified(place: UnreadPlace, limit: number): readonly IncomingMessage[];
  /** After a fetch of the given places: fewer than `limit` messages mean that a place holds no more. */
  fetched(places: readonly UnreadPlace[], messages: readonly IncomingMessage[], limit: number): void;
  advance(messages: readonly IncomingMessage[]): void;
}

export const createOwnedPlaces = (): OwnedPlaces => {
  let owned = new Map<string, OwnedPlace>();

  return {
    names: () => new Set(owned.keys()),
    take: (wanted, offsets) => {
      const starts = new Map(offsets.map((offset) => [placeName(offset), offset.nextOffset]));
      const take = ({ topic, partition }: Place): OwnedPlace => {
        const nextOffset = starts.get(placeName({ topic, partition })) ?? 0;
        return { topic, partition, nextOffset, head: nextOffset, notified: createNotifiedMessages() };
      };
      owned = new Map(wanted.map((place) => [placeName(place), owned.get(placeName(place)) ?? take(place)]));
    },
    clear: () => owned.clear(),
    learn: (head) => {
      const place = owned.get(placeName(head));
      if (place !== undefined) place.head = Math.max(place.head, head.nextOffset);
    },
    notify: (message) => owned.get(placeName(message))?.notified.add(message),
    unread: () =>
      [...owned.values()]
        .filter(({ nextOffset, head }) => nextOffset < head)
        .map(({ topic, partition, nextOffset, head }) => ({ topic, partition, nextOffset, head })),
    notified: (place, limit) => owned.get(placeName(place))?.notified.from(place.nextOffset, limit) ?? [],
    fetched: (places, messages, limit) => {
      const reached = new Map(offsetsBehind(messages).map((behind) => [placeName(behind), behind.nextOffset]));
      const counts = countByPlace(messages);
      for (const asked of places) {
        const name = placeName(asked);
        const place = owned.get(name);
        if (place === undefined || (counts.get(name) ?? 0) >= limit) continue;
        // Messages that came while the fetch was under way are not in it.
        if (place.head > asked.head) continue;
        // After a crash of the server the log may be shorter than it was said to be.
        place.head = Math.min(place.head, reached.get(name) ?? asked.nextOffset);
      }
    },
    advance: (messages) => {
      for (const behind of offsetsBehind(messages)) {
        const name = placeName(behind);
        const place = owned.get(name);
        if (place === undefined) continue;
        place.nextOffset = Math.max(place.nextOffset, behind.nextOffset);
        // Served last, so that a busy partition leaves room for the others.
        owned.delete(name);
        owned.set(name, place);
      }
    },
  };
};

const countByPlace = (messages: readonly IncomingMessage[]): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const message of messages) counts.set(placeName(message), (counts.get(placeName(message)) ?? 0) + 1);
  return counts;
};
