import { type ClaimRequest, type LeasedDelivery } from '../store/leases';
import { capacityOf, createLane, loadOf, roomOf, wantsMore, type Lane } from './lane';
import { type Memory } from './memory';
import { firstPace } from './pace';

/** The limits of a claim. */
export type ClaimRoom = Omit<ClaimRequest, 'now'>;

/** One statement's worth, so that no claim holds its rows, and everybody behind it, for long. */
const claimMax = 256;

/** Receivers whose pace is remembered while they get no deliveries. */
const lanesMax = 1_000;

/** Knows which deliveries wait in the database for want of room, and when a claim is worth it. */
export const createClaims = (lanes: Map<string, Lane>, memory: Memory) => {
  let isMoreThanFits = false;

  const laneOf = (receiver: string): Lane => {
    const known = lanes.get(receiver);
    if (known !== undefined) return known;
    const lane = createLane(receiver);
    lanes.set(receiver, lane);
    return lane;
  };

  return {
    laneOf,

    /** There are due, unleased deliveries to this receiver. */
    expectMoreOf: (receiver: string): void => {
      laneOf(receiver).hasMore = true;
      isMoreThanFits ||= !memory.isHalfEmpty();
    },

    /** True when a claim would find something that there is room for. */
    wantsMore: (receiver: string): boolean => {
      const lane = lanes.get(receiver);
      if (memory.room() === 0) return false;
      return (lane !== undefined && wantsMore(lane)) || (isMoreThanFits && memory.isHalfEmpty());
    },

    /** The room for now. Deliveries expected from here on may be missing from the claim's result. */
    begin: (): ClaimRoom => {
      const limit = Math.min(claimMax, memory.room());
      const roomOfOthers = capacityOf(firstPace);
      const rooms: Record<string, number> = {};
      for (const lane of lanes.values()) {
        const room = roomOf(lane);
        lane.hasMore = room === 0;
        if (room !== roomOfOthers) rooms[lane.receiver] = room;
        if (loadOf(lane) === 0 && lanes.size > lanesMax) lanes.delete(lane.receiver);
      }
      isMoreThanFits = limit === 0;
      return { limit, rooms, roomOfOthers };
    },

    /** Remembers the deliveries the claim had to leave. Returns true when another would find more at once. */
    end: ({ limit, rooms, roomOfOthers }: ClaimRoom, claimed: readonly LeasedDelivery[]): boolean => {
      const counts = new Map<string, number>();
      for (const { receiver } of claimed) counts.set(receiver, (counts.get(receiver) ?? 0) + 1);
      for (const [receiver, count] of counts)
        if (count >= (rooms[receiver] ?? roomOfOthers)) laneOf(receiver).hasMore = true;
      isMoreThanFits ||= claimed.length >= limit;
      return isMoreThanFits && memory.room() > claimed.length;
    },
  };
};
