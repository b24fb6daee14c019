import { setTimeout as pause } from 'node:timers/promises';
import { Tally, type Load } from './load';

/** A system that does not keep up would otherwise collect work until something breaks that is not what is measured. */
const underWayMax = 1_000;

/**
 * Begins work at a fixed rate however long each piece takes, as payers do: a system that is too slow is seen in the
 * times and not in a rate that politely falls. The window is the time in which work begins; what ends later counts too.
 */
export const openLoop = async (
  o: { readonly ratePerSecond: number; readonly durationMs: number },
  work: () => Promise<unknown>,
): Promise<Load> => {
  const startedAtMs = performance.now();
  const tally = new Tally(startedAtMs, Number.POSITIVE_INFINITY);
  const total = Math.round((o.ratePerSecond * o.durationMs) / 1_000);
  const underWay = new Set<Promise<unknown>>();
  for (let begun = 0; begun < total; begun += 1) {
    const dueInMs = startedAtMs + (begun * 1_000) / o.ratePerSecond - performance.now();
    if (dueInMs > 0) await pause(dueInMs);
    if (underWay.size >= underWayMax) await Promise.race(underWay);
    const one = tally.run(work).finally(() => underWay.delete(one));
    underWay.add(one);
  }
  await Promise.all(underWay);
  const { load } = tally;
  return { ...load, ratePerSecond: load.completed / ((performance.now() - startedAtMs) / 1_000) };
};
