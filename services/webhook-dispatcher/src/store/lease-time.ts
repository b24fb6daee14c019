/** Three times what a try may take: some waiting for a place, the try, and a slow commit must not look like a crash. */
export const leaseMs = 30_000;

/** When a lease that is about to be written ends, by `performance.now()`: never later here than in the database. */
export const leaseEndsAt = (): number => performance.now() + leaseMs;
