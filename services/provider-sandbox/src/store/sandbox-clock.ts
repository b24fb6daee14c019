import { createMoveListeners, type Clock } from '@repasse/chassis/clock';
import { openSetting } from './settings';
import { type Store } from './store';

/** The time in the simulated world: the machine's, moved by an offset that survives a restart. */
export interface SandboxClock extends Required<Clock> {
  offsetMs(): number;
  moveTo(offsetMs: number): Promise<void>;
}

export const openSandboxClock = async (store: Store): Promise<SandboxClock> => {
  const setting = await openSetting(store, 'clock', { offsetMs: 0 });
  const moves = createMoveListeners();
  return {
    now: () => new Date(Date.now() + setting.get().offsetMs),
    offsetMs: () => setting.get().offsetMs,
    onMove: moves.onMove,
    moveTo: async (offsetMs) => {
      await setting.set({ offsetMs });
      moves.tell();
    },
  };
};
