import { type Metrics } from '../telemetry/metrics';

export interface BreakerOptions {
  /** A call that takes longer counts as a failure. Keep it above the timeout of the client inside. */
  readonly timeoutMs: number;
  readonly errorThresholdPercentage: number;
  /** How long the breaker stays open before it lets one call through as a probe. */
  readonly resetTimeoutMs: number;
  /** Fewer calls than this within the window never open it. */
  readonly volumeThreshold: number;
  /** Which thrown errors count; all of them unless said otherwise. */
  readonly isFailure?: (fault: unknown) => boolean;
}

export interface Breaker<A extends readonly unknown[], R> {
  fire(...args: A): Promise<R>;
  readonly state: 'closed' | 'open' | 'half-open';
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

export declare const createBreaker: <A extends readonly unknown[], R>(
  name: string,
  fn: (...args: A) => Promise<R>,
  options: BreakerOptions,
  metrics: Metrics,
) => Breaker<A, R>;
