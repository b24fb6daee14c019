export interface Percentiles {
  readonly p50Ms: number;
  readonly p99Ms: number;
}

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

const percentilesOf = (durationsMs: readonly number[]): Percentiles => {
  const sorted = [...durationsMs].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return { p50Ms: at(0.5), p99Ms: at(0.99) };
};
