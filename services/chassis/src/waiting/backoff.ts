export interface BackoffLimits {
  readonly firstMs: number;
  readonly maxMs: number;
}

/**
 * Doubles with each attempt, from 1, up to the maximum; half of it is random, so that concurrent retries spread out.
 */
export const backoffMs = (attempt: number, { firstMs, maxMs }: BackoffLimits): number => {
  const ceilingMs = Math.min(maxMs, firstMs * 2 ** Math.min(attempt - 1, 30));
  return ceilingMs / 2 + Math.random() * (ceilingMs / 2);
};
