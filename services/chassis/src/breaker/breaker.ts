import CircuitBreaker from 'opossum';
import { HttpFault } from '../http/http-fault';
import { type Metrics } from '../telemetry/metrics';

export interface BreakerOptions {
  /** A call that takes longer counts as a failure. Keep it above the timeout of the client inside. */
  readonly timeoutMs: number;
  readonly errorThresholdPercentage: number;
  /** How long the breaker stays open before it lets one call through as a probe. */
  readonly resetTimeoutMs: number;
  /** Fewer calls than this within ten seconds never open it. */
  readonly volumeThreshold: number;
  /** Which thrown errors count; all of them unless said otherwise. An answer of any status is not an error here. */
  readonly isFailure?: (fault: unknown) => boolean;
}

export type BreakerState = 'closed' | 'open' | 'half-open';

export interface Breaker<A extends unknown[], R> {
  fire(...args: A): Promise<R>;
  readonly state: BreakerState;
  /** Ends its timers. */
  stop(): void;
}

/** The breaker is open: the call was not made, so trying later is safe. */
export class BreakerOpenError extends Error {
  override readonly name = 'BreakerOpenError';
  readonly code = 'breaker_open';
  readonly isRetryable = true;
  constructor(readonly breaker: string) {
    super(`Calls to ${breaker} are suspended after repeated failures.`);
  }
}

const gaugeValues: Readonly<Record<BreakerState, number>> = { closed: 0, 'half-open': 1, open: 2 };

/** Suspends calls that keep failing, so that a provider's trouble does not become ours. Wraps opossum. */
export const createBreaker = <A extends unknown[], R>(
  name: string,
  fn: (...args: A) => Promise<R>,
  options: BreakerOptions,
  metrics: Metrics,
): Breaker<A, R> => {
  const { isFailure } = options;
  const inner = new CircuitBreaker<A, R>(fn, {
    name,
    timeout: options.timeoutMs,
    errorThresholdPercentage: options.errorThresholdPercentage,
    resetTimeout: options.resetTimeoutMs,
    volumeThreshold: options.volumeThreshold,
    ...(isFailure === undefined ? {} : { errorFilter: (fault: unknown) => !isFailure(fault) }),
  });
  const gauge = metrics.gauge('repasse_breaker_state', 'Closed 0, half-open 1, open 2.', ['breaker']);
  const show = (state: BreakerState) => () => gauge.set({ breaker: name }, gaugeValues[state]);
  show('closed')();
  inner.on('close', show('closed')).on('open', show('open')).on('halfOpen', show('half-open'));

  return {
    fire: async (...args) => {
      try {
        return await inner.fire(...args);
      } catch (fault) {
        throw inOurWords(name, fault);
      }
    },
    get state() {
      if (inner.opened) return 'open';
      return inner.halfOpen ? 'half-open' : 'closed';
    },
    stop: () => inner.shutdown(),
  };
};

const inOurWords = (name: string, fault: unknown): unknown => {
  if (!(fault instanceof Error) || !CircuitBreaker.isOurError(fault)) return fault;
  const code = 'code' in fault ? fault.code : undefined;
  if (code === 'ETIMEDOUT') return new HttpFault('timeout', `${name} did not answer in time.`, { cause: fault });
  return new BreakerOpenError(name);
};
