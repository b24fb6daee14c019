import { createRateLimit, type Rate, type RateLimit } from '@repasse/chassis/limits/rate-limit';

/** Test messages of a merchant: a person who sets up a receiver tries it a few times a minute. */
const testsMax: Rate = { requests: 30, seconds: 60 };

/** Replays of a merchant, each up to 25 requests to an address of the caller's choice: 150 in a minute at most. */
const replaysMax: Rate = { requests: 6, seconds: 60 };

/** Limits of the operations that send to a receiver at once and in no log. By merchant, in each process. */
export interface RequestLimits {
  readonly tests: RateLimit;
  readonly replays: RateLimit;
}

export const createRequestLimits = (): RequestLimits => ({
  tests: createRateLimit(testsMax),
  replays: createRateLimit(replaysMax),
});
