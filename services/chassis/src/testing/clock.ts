import { createMoveListeners, type Clock } from '../clock';

export interface FakeClock extends Clock {
  /** Moves time forward; a negative number moves it back, as a corrected clock would. */
  advance(ms: number): void;
  set(iso: string): void;
}

/** A clock that stands still until the test moves it. */
export const fakeClock = (startIso = '2026-01-01T00:00:00.000Z'): FakeClock => {
  let nowMs = Date.parse(startIso);
  const moves = createMoveListeners();
  const moveTo = (ms: number): void => {
    nowMs = ms;
    moves.tell();
  };
  return {
    now: () => new Date(nowMs),
    onMove: moves.onMove,
    advance: (ms) => moveTo(nowMs + ms),
    set: (iso) => moveTo(Date.parse(iso)),
  };
};
