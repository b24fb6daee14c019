import { setTimeout as pause } from 'node:timers/promises';
import { Tally, type Load } from './load';

/** A client that fails at once must not spin. */
const afterFailureMs = 50;

/** Clients that each begin the next piece of work when the one before has ended: the most that so many can get. */
export const closedLoop = async (
  o: { readonly clients: number; readonly warmUpMs: number; readonly durationMs: number },
  work: () => Promise<unknown>,
): Promise<Load> => {
  const fromMs = performance.now() + o.warmUpMs;
  const untilMs = fromMs + o.durationMs;
  const tally = new Tally(fromMs, untilMs);
  const client = async (): Promise<void> => {
    while (performance.now() < untilMs) if (!(await tally.run(work))) await pause(afterFailureMs);
  };
  await Promise.all(Array.from({ length: o.clients }, client));
  return tally.load;
};
