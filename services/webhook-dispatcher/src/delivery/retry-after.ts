/** Reads a Retry-After header: seconds, or an HTTP date. Null when absent, malformed or already past. */
export const retryAfterMs = (header: string | undefined, now: Date): number | null => {
  if (header === undefined) return null;
  const waitMs = /^\d{1,9}$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - now.getTime();
  return Number.isFinite(waitMs) && waitMs > 0 ? waitMs : null;
};
