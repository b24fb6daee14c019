import { randomInt } from 'node:crypto';
import { placeName, type Place, type SubscribeOptions } from '../../bus';
import { type GroupSession } from './group-session';
import { type OwnedPlaces } from './owned-places';
import { topicSettings } from '../../internal/topic-settings';

/** Time until a killed member's share is taken over, and until a message whose notification was lost is found. */
const reviewIntervalMs = 2_000;

const memberIdMax = 2 ** 31 - 1;

/**
 * A member's place in its group. Members sort themselves by their numbers, and each takes every n-th partition, so all
 * come to the same division without talking.
 */
export interface Membership {
  /** Looks for other members, and for the ends of partitions. Takes this member's share. */
  review(): Promise<void>;
  /** 0 when a review is due. */
  dueInMs(): number;
  hurry(): void;
  /** The connection was lost since the last review; messages fetched before may not be in the log any more. */
  isOutdated(): boolean;
  leave(): Promise<void>;
}

export const createMembership = (
  { group, topics, loadOffsets }: SubscribeOptions,
  session: GroupSession,
  owned: OwnedPlaces,
): Membership => {
  const memberId = randomInt(1, memberIdMax);
  const places = placesOf(topics);
  let term = session.term();
  let dueAtMs = 0;

  const takeShare = async (members: readonly number[]): Promise<void> => {
    const wanted = shareOf(members, memberId, places);
    const names = owned.names();
    const isNew = wanted.some((place) => !names.has(placeName(place)));
    owned.take(wanted, isNew ? await loadOffsets() : []);
  };

  return {
    review: async () => {
      dueAtMs = performance.now() + reviewIntervalMs;
      // The server may have lost the end of its log; only the offsets in the group's database still hold.
      if (session.term() !== term) owned.clear();
      term = session.term();
      const { members, heads } = await session.survey(group, topics);
      if (members.includes(memberId)) {
        await takeShare(members);
        heads.forEach((head) => owned.learn(head));
      } else {
        await session.join(group, memberId);
        dueAtMs = 0;
      }
    },
    dueInMs: () => (session.term() === term ? Math.max(0, dueAtMs - performance.now()) : 0),
    hurry: () => void (dueAtMs = 0),
    isOutdated: () => session.term() !== term,
    leave: () => session.leave(group, memberId),
  };
};

const placesOf = (topics: readonly string[]): Place[] =>
  topics.flatMap((topic) =>
    Array.from({ length: topicSettings(topic).partitions }, (_, partition) => ({ topic, partition })),
  );

const shareOf = (members: readonly number[], memberId: number, places: readonly Place[]): Place[] => {
  const rank = members.indexOf(memberId);
  return places.filter((_, index) => index % members.length === rank);
};
