import { setTimeout as pause } from 'node:timers/promises';
import { type ChaosProvider } from '../store/switches';

/** How long a callback waits for the next one to overtake it, should none come. */
const overtakenWithinMs = 2_000;

interface Overtaking {
  /** Runs `attempt` of every second callback before that of the one that came before it. */
  inTurn(provider: ChaosProvider, attempt: () => Promise<unknown>): Promise<void>;
}

export const createOvertaking = (stopping: AbortSignal): Overtaking => {
  const waiting = new Map<ChaosProvider, AbortController>();

  const wait = async (provider: ChaosProvider): Promise<void> => {
    const mine = new AbortController();
    waiting.set(provider, mine);
    const wake = AbortSignal.any([stopping, mine.signal]);
    await pause(overtakenWithinMs, undefined, { signal: wake }).catch(() => undefined);
    if (waiting.get(provider) === mine) waiting.delete(provider);
  };

  return {
    inTurn: async (provider, attempt) => {
      const overtaken = waiting.get(provider);
      waiting.delete(provider);
      if (overtaken === undefined) await wait(provider);
      if (stopping.aborted) return;
      await attempt();
      overtaken?.abort();
    },
  };
};
