export interface Percentiles {
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** NaN where nothing was measured. */
export const percentilesOf = (durationsMs: readonly number[]): Percentiles => {
  const sorted = [...durationsMs].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return { p50Ms: at(0.5), p99Ms: at(0.99) };
};
