import { percentilesOf, type Percentiles } from '../load/quantiles';

/**
 * Asks both sides the same number of times, one after the other, so that whatever else loads the machine falls on both
 * alike and their ratio means something on any machine.
 */
export const measureInTurns = async (
  rounds: number,
  small: (round: number) => Promise<void>,
  large: (round: number) => Promise<void>,
): Promise<readonly [Percentiles, Percentiles]> => {
  const [smallMs, largeMs]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    // Who begins changes, since the second finds the processor awake.
    if (round % 2 === 0) smallMs.push(await timed(small, round));
    largeMs.push(await timed(large, round));
    if (round % 2 === 1) smallMs.push(await timed(small, round));
  }
  return [percentilesOf(smallMs), percentilesOf(largeMs)];
};

const timed = async (work: (round: number) => Promise<void>, round: number): Promise<number> => {
  const startedAtMs = performance.now();
  await work(round);
  return performance.now() - startedAtMs;
};
