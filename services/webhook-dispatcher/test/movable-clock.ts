import { createMoveListeners } from '@repasse/chassis/clock';
import { type FakeClock } from '@repasse/chassis/testing/clock';

/** Goes with the machine's time, and is as far from it as tests have moved it. */
export const movableClock = (): Pick<FakeClock, 'now' | 'onMove' | 'advance'> => {
  const moves = createMoveListeners();
  let offsetMs = 0;
  return {
    now: () => new Date(Date.now() + offsetMs),
    onMove: moves.onMove,
    advance: (ms) => {
      offsetMs += ms;
      moves.tell();
    },
  };
};
