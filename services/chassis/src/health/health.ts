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
  /** A line of the readiness report that changes nothing: for what this process can do without. It is not logged. */
  addNote(name: string, check: HealthCheck): void;
  report(kind: HealthKind): Promise<HealthReport>;
  /** From here on readiness is red, so that a load balancer looks elsewhere. */
  drain(): void;
  readonly isDraining: boolean;
}

/** Probes ask every few seconds and give up soon; a check that hangs must be red before they do. */
const checkTimeoutMs = 2_000;

/** The outcome of a check, and why it failed if it threw. */
const outcomeOf = async (
  name: string,
  check: HealthCheck,
): Promise<{ readonly isWell: boolean; readonly err?: unknown }> => {
  try {
    return { isWell: (await within(checkTimeoutMs, `health check ${name}`, async () => check())) !== false };
  } catch (err) {
    return { isWell: false, err };
  }
};

export const createHealth = (log?: Logger): Health => {
  const checks: Record<HealthKind, Map<string, HealthCheck>> = { live: new Map(), ready: new Map() };
  const notes = new Map<string, HealthCheck>();
  let isDraining = false;

  const run = async (name: string, check: HealthCheck): Promise<readonly [string, 'ok' | 'failed']> => {
    const { isWell, ...cause } = await outcomeOf(name, check);
    if (!isWell && !notes.has(name)) log?.warn({ check: name, ...cause }, 'health check failed');
    return [name, isWell ? 'ok' : 'failed'];
  };

  return {
    addCheck: (name, check, kind) => {
      checks[kind].set(name, check);
    },
    addNote: (name, check) => {
      notes.set(name, check);
    },
    report: async (kind) => {
      const runAll = (all: ReadonlyMap<string, HealthCheck>) =>
        Promise.all([...all].map(([name, check]) => run(name, check)));
      const [results, noted] = await Promise.all([runAll(checks[kind]), kind === 'ready' ? runAll(notes) : []]);
      if (kind === 'ready' && isDraining) results.push(['stopping', 'failed']);
      const isHealthy = results.every(([, result]) => result === 'ok');
      return { isHealthy, checks: Object.fromEntries([...results, ...noted]) };
    },
    drain: () => {
      isDraining = true;
    },
    get isDraining() {
      return isDraining;
    },
  };
};
