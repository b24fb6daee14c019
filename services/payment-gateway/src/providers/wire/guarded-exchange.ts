import { HttpFault } from '@repasse/chassis/http/http-fault';
import { type Breaker, BreakerOpenError, createBreaker } from '@repasse/chassis/breaker/breaker';
import { type Metrics } from '@repasse/chassis/telemetry/metrics';
import { type Exchange, type ExchangeAnswer, type ExchangeRequest } from './exchange';

export interface GuardTimings {
  readonly errorThresholdPercentage: number;
  readonly resetTimeoutMs: number;
  readonly volumeThreshold: number;
}

/**
 * Opens at half of at least ten calls in the window: a bank with one bad second stays in use, one that is down is left
 * alone after a few calls. Five seconds later one call may try again.
 */
const guardTimingsDefault: GuardTimings = {
  errorThresholdPercentage: 50,
  resetTimeoutMs: 5_000,
  volumeThreshold: 10,
};

/** The exchange has its own timeout; the breaker's is a backstop. */
const breakerTimeoutMs = 30_000;

/**
 * Leaves a provider alone that keeps failing: while the breaker is open nothing leaves, and the answer is the fault
 * `refused`. Timeouts, broken connections, 429 and 5xx count; a refusal (4xx) is the provider at work.
 */
export const guarded = (
  name: string,
  exchange: Exchange,
  metrics: Metrics,
  timings: GuardTimings = guardTimingsDefault,
): { exchange: Exchange; stop: () => void } => {
  const ask = async (request: ExchangeRequest): Promise<ExchangeAnswer> => {
    const answer = await exchange(request);
    if (isProviderFault(answer.status)) throw new ProviderFaultAnswer(answer);
    return answer;
  };
  const breaker: Breaker<[ExchangeRequest], ExchangeAnswer> = createBreaker(
    name,
    ask,
    { timeoutMs: breakerTimeoutMs, ...timings },
    metrics,
  );
  return { exchange: async (request) => fire(breaker, request), stop: () => breaker.stop() };
};

/** A 5xx is a failure to the breaker, yet an answer to the caller. */
class ProviderFaultAnswer extends Error {
  override readonly name = 'ProviderFaultAnswer';
  constructor(readonly answer: ExchangeAnswer) {
    super(`The provider answered ${answer.status}.`);
  }
}

const fire = async (
  breaker: Breaker<[ExchangeRequest], ExchangeAnswer>,
  request: ExchangeRequest,
): Promise<ExchangeAnswer> => {
  try {
    return await breaker.fire(request);
  } catch (fault) {
    if (fault instanceof ProviderFaultAnswer) return fault.answer;
    if (fault instanceof BreakerOpenError) throw new HttpFault('refused', fault.message);
    throw fault;
  }
};

const isProviderFault = (status: number): boolean => status === 429 || status >= 500;
