import { type Logger } from '../log/logger';

export type HealthKind = 'live' | 'ready';

/** Throws, or answers false, when what it looks at is not well. */
export type HealthCheck = () => unknown;

export interface HealthReport {
  readonly isHealthy: boolean;
  readonly checks: Readonly<Record<string, 'ok' | 'failed'>>;
}

export interface Health {
  /** A failing `live` check asks for a restart; a failing `ready` check only asks for no traffic. */
  addCheck(name: string, check: HealthCheck, kind: HealthKind): void;
  report(kind: HealthKind): Promise<HealthReport>;
  /** From here on readiness is red, so that a load balancer looks elsewhere. */
  drain(): void;
}
export declare const createHealth: (log?: Logger) => Health;
