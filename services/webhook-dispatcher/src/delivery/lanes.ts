import { type LeasedDelivery } from '../store/leases';
import { createClaims } from './claims';
import { capacityOf, roomOf, shed, type Lane } from './lane';
import { createMemory } from './memory';
import { afterAnswer, afterFailure, firstPace, whileOverdue } from './pace';
import { createPlaces, type Turn } from './places';

export type Lanes = ReturnType<typeof createLanes>;

/** The deliveries in memory, by receiver, and whose turn it is. */
export const createLanes = () => {
  const lanes = new Map<string, Lane>();
  const memory = createMemory();
  const places = createPlaces();
  const { laneOf, ...claims } = createClaims(lanes, memory);

  return {
    claims,
    next: places.next,

    /** A delivery that left its lane and is recorded, or given back. */
    forget: memory.forget,

    /** Says of each delivery of a batch whether there is room for it beside those admitted before. */
    admission: () => {
      const admitted = new Map<string, number>();
      let [deliveries, bytes] = [0, 0];
      return (receiver: string, size: number): boolean => {
        const lane = lanes.get(receiver);
        const ofReceiver = admitted.get(receiver) ?? 0;
        const room = lane === undefined ? capacityOf(firstPace) : roomOf(lane);
        if (ofReceiver >= room || !memory.fits({ deliveries: deliveries + 1, bytes: bytes + size })) return false;
        admitted.set(receiver, ofReceiver + 1);
        deliveries += 1;
        bytes += size;
        return true;
      };
    },

    add: (delivery: LeasedDelivery): void => {
      memory.hold(delivery);
      const lane = laneOf(delivery.receiver);
      lane.waiting.push(delivery);
      places.review(lane);
    },

    /** The answer does not come promptly: others may have the place. */
    overdue: (turn: Turn): void => {
      places.stepAside(turn);
      turn.lane.pace = whileOverdue(turn.lane.pace);
      places.review(turn.lane);
    },

    /** The request is over. When it failed, what waits and has no room any more is returned, to be given back. */
    over: (turn: Turn, o: { readonly isAnswered: boolean; readonly durationMs: number }): LeasedDelivery[] => {
      const { lane } = turn;
      places.free(turn);
      lane.pace = (o.isAnswered ? afterAnswer : afterFailure)(lane.pace, o.durationMs);
      const surplus = o.isAnswered ? [] : shed(lane);
      places.review(lane);
      return surplus;
    },

    /** Nothing was sent, for a reason that is not the receiver's. */
    notSent: (turn: Turn): void => {
      places.free(turn);
      turn.lane.hasMore = true;
      places.review(turn.lane);
    },

    /** Everything that waits, taken out to be given back. */
    clear: (): LeasedDelivery[] =>
      [...lanes.values()].flatMap((lane) => {
        const waiting = lane.waiting.splice(0);
        places.review(lane);
        return waiting;
      }),
  };
};
