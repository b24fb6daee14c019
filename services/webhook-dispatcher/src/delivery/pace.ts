/** How many requests a receiver may have open at a time, by how it has answered so far. */
export interface Pace {
  readonly places: number;
  /** Did not answer, or not promptly. Its requests then take none of the places that prompt receivers share. */
  readonly isSlow: boolean;
}

/** A receiver that is down is noticed with this many requests, and one that is well soon has more. */
const placesFirst = 4;

/** One request that hangs must not keep a receiver that is back from being noticed. */
const placesMin = 2;

/** More than this many open at once to one host is that host's own denial of service. */
const placesMax = 32;

/** Ten times what a healthy receiver far away takes. */
export const promptMs = 1_000;

export const firstPace: Pace = { places: placesFirst, isSlow: false };

/** An answer, whatever its status, earns a place more. */
export const afterAnswer = ({ places }: Pace, durationMs: number): Pace => ({
  places: Math.min(placesMax, places + 1),
  isSlow: durationMs > promptMs,
});

/** A failure halves the places: a receiver that is down holds a few, with which it is tried again. */
export const afterFailure = ({ places }: Pace, durationMs: number): Pace => ({
  places: Math.max(placesMin, Math.floor(places / 2)),
  isSlow: durationMs > promptMs,
});

/** An answer is overdue: what it will be is not known yet. */
export const whileOverdue = ({ places }: Pace): Pace => ({ places, isSlow: true });
