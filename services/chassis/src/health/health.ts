import { type Logger } from '../log/logger';
import { within } from '../lifecycle/within';

export type HealthKind = 'live' | 'ready';

/** Throws, rejects or returns false when the checked part is not well. */
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
  readonly isDraining: boolean;
}

/** Probes ask every few seconds and give up soon; a check that hangs must be red before they do. */
const checkTimeoutMs = 2_000;

export const createHealth = (log?: Logger): Health => {
  const checks: Record<HealthKind, Map<string, HealthCheck>> = { live: new Map(), ready: new Map() };
  let isDraining = false;

  const run = async (name: string, check: HealthCheck): Promise<readonly [string, 'ok' | 'failed']> => {
    try {
      const isWell = await within(checkTimeoutMs, `health check ${name}`, async () => check());
      if (isWell !== false) return [name, 'ok'];
      log?.warn({ check: name }, 'health check failed');
    } catch (err) {
      log?.warn({ check: name, err }, 'health check failed');
    }
    return [name, 'failed'];
  };

  return {
    addCheck: (name, check, kind) => {
      checks[kind].set(name, check);
    },
    report: async (kind) => {
      const results = await Promise.all([...checks[kind]].map(([name, check]) => run(name, check)));
      if (kind === 'ready' && isDraining) results.push(['stopping', 'failed']);
      return { isHealthy: results.every(([, result]) => result === 'ok'), checks: Object.fromEntries(results) };
    },
    drain: () => {
      isDraining = true;
    },
    get isDraining() {
      return isDraining;
    },
  };
};
