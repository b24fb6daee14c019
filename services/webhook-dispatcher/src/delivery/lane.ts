import { type LeasedDelivery } from '../store/leases';
import { firstPace, type Pace } from './pace';

/** One receiver's deliveries in memory: those that are being sent and those that wait for a place. */
export interface Lane {
  readonly receiver: string;
  pace: Pace;
  sending: number;
  waiting: LeasedDelivery[];
  /** There may be due deliveries in the database for which there was no room here. */
  hasMore: boolean;
}

/** Keeps the places of a fast receiver busy between two claims, and is worked off long before the leases run out. */
const waitingPerPlace = 8;

export const createLane = (receiver: string): Lane => ({
  receiver,
  pace: firstPace,
  sending: 0,
  waiting: [],
  hasMore: false,
});

/** Nothing waits for a slow receiver: its leases would run out meanwhile. */
export const capacityOf = ({ places, isSlow }: Pace): number => (isSlow ? places : places * (1 + waitingPerPlace));

export const loadOf = ({ sending, waiting }: Lane): number => sending + waiting.length;

export const roomOf = (lane: Lane): number => Math.max(0, capacityOf(lane.pace) - loadOf(lane));

export const isReady = ({ waiting, sending, pace }: Lane): boolean => waiting.length > 0 && sending < pace.places;

/** Half empty: a claim is worth its statement then. */
export const wantsMore = (lane: Lane): boolean => lane.hasMore && loadOf(lane) <= capacityOf(lane.pace) / 2;

/** Takes out what waits beyond the capacity, the newest first. */
export const shed = (lane: Lane): LeasedDelivery[] => {
  const surplus = loadOf(lane) - capacityOf(lane.pace);
  if (surplus <= 0) return [];
  lane.hasMore = true;
  return lane.waiting.splice(Math.max(0, lane.waiting.length - surplus));
};
