import { type LeasedDelivery } from '../store/leases';
import { isReady, type Lane } from './lane';

/** A delivery whose turn has come: it holds a place until its request is over. */
export interface Turn {
  readonly delivery: LeasedDelivery;
  readonly lane: Lane;
  /** Which places its request takes. */
  isSlow: boolean;
}

/** Requests of prompt receivers. They are over within a second, so these places are never all taken for long. */
const promptMax = 256;

/** Requests that hang, or go to receivers that do: each is a socket, and up to 64 KiB of an answer. */
const slowMax = 512;

/**
 * The places that all receivers share. Lanes take turns, and those of slow or dead receivers have places apart, so that
 * the others do not notice them.
 */
export const createPlaces = () => {
  const kinds = {
    // In order of their turns: a set keeps the order in which lanes were added.
    prompt: { taken: 0, max: promptMax, ready: new Set<Lane>() },
    slow: { taken: 0, max: slowMax, ready: new Set<Lane>() },
  };
  const kindOf = ({ isSlow }: { readonly isSlow: boolean }) => (isSlow ? kinds.slow : kinds.prompt);

  /** To be told of every change of a lane. One that is ready keeps its turn. */
  const review = (lane: Lane): void => {
    kindOf({ isSlow: !lane.pace.isSlow }).ready.delete(lane);
    const { ready } = kindOf(lane.pace);
    if (isReady(lane)) ready.add(lane);
    else ready.delete(lane);
  };

  return {
    review,
    /** The next delivery to send; undefined while there is none, or no place for it. */
    next: (): Turn | undefined => {
      for (const kind of [kinds.prompt, kinds.slow]) {
        const [lane] = kind.taken < kind.max ? kind.ready : [];
        const delivery = lane?.waiting.shift();
        if (lane === undefined || delivery === undefined) continue;
        kind.taken += 1;
        lane.sending += 1;
        // Behind all others that are ready.
        kind.ready.delete(lane);
        review(lane);
        return { delivery, lane, isSlow: kind === kinds.slow };
      }
      return undefined;
    },
    /** The request hangs: prompt receivers may have its place, if there is another for it. */
    stepAside: (turn: Turn): void => {
      if (turn.isSlow || kinds.slow.taken >= slowMax) return;
      kinds.prompt.taken -= 1;
      kinds.slow.taken += 1;
      turn.isSlow = true;
    },
    free: (turn: Turn): void => {
      kindOf(turn).taken -= 1;
      turn.lane.sending -= 1;
    },
  };
};
