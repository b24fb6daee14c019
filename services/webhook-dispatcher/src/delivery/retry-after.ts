/** Reads a Retry-After header: seconds, or an HTTP date. Null when absent, malformed or already past. */
export const retryAfterMs = (header: string | undefined, now: Date): number | null => {
  if (header === undefined) return null;
  // Any number of digits is a number of seconds; more than can be counted means as long as is allowed.
  const waitMs = /^\d+$/.test(header)
    ? Math.min(Number(header) * 1_000, Number.MAX_SAFE_INTEGER)
    : Date.parse(header) - now.getTime();
  return Number.isFinite(waitMs) && waitMs > 0 ? waitMs : null;
};
