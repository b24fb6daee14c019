import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { ProblemError } from '../http/problem';

/** So many within so many seconds, counted from the first. */
export interface Rate {
  readonly requests: number;
  readonly seconds: number;
}

export interface RateLimit {
  /** Counts one more of this key's; throws the problem to answer with when it is one too many. */
  count(key: string): Promise<void>;
  /** The same without counting: refuses a key that has used up its limit. */
  refuseUsedUp(key: string): Promise<void>;
  /** Takes back one that was counted. */
  giveBack(key: string): Promise<void>;
}

/** Counted in this process alone: several replicas allow that many times as much. Null limits nothing. */
export const createRateLimit = (rate: Rate | null): RateLimit => (rate === null ? unlimited : limitOf(rate));

const unlimited: RateLimit = {
  count: async () => undefined,
  refuseUsedUp: async () => undefined,
  giveBack: async () => undefined,
};

const limitOf = (rate: Rate): RateLimit => {
  const counters = new RateLimiterMemory({ points: rate.requests, duration: rate.seconds });
  return {
    count: async (key) => {
      try {
        await counters.consume(key);
      } catch (fault) {
        throw fault instanceof RateLimiterRes ? tooMany(rate, fault.msBeforeNext) : fault;
      }
    },
    refuseUsedUp: async (key) => {
      const used = await counters.get(key);
      if (used !== null && used.remainingPoints <= 0) throw tooMany(rate, used.msBeforeNext);
    },
    giveBack: async (key) => {
      await counters.reward(key);
    },
  };
};

const tooMany = ({ requests, seconds }: Rate, msBeforeNext: number): ProblemError => {
  const waitSeconds = String(Math.max(1, Math.ceil(msBeforeNext / 1_000)));
  return new ProblemError({
    status: 429,
    code: 'request.rate_limited',
    detail: `At most ${requests} within ${seconds} s. Nothing was done; wait for Retry-After.`,
    headers: {
      'Retry-After': waitSeconds,
      'RateLimit-Limit': String(requests),
      'RateLimit-Remaining': '0',
      'RateLimit-Reset': waitSeconds,
    },
    extra: { retryable: true },
  });
};
