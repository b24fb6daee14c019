import { createOutageLog, type OutageLog } from '../log/internal/outage-log';
import { type Logger } from '../log/logger';
import { type Metrics } from '../telemetry/metrics';
import { createCheckRun, type CheckRun, type HealthCheck } from './internal/check-run';

export { type HealthCheck } from './internal/check-run';

export type HealthKind = 'live' | 'ready';

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

interface Check {
  readonly run: CheckRun;
  readonly outage: OutageLog | undefined;
}

type Line = readonly [string, 'ok' | 'failed'];

export const createHealth = (log?: Logger, metrics?: Metrics): Health => {
  const checks: Record<HealthKind, Map<string, Check>> = { live: new Map(), ready: new Map() };
  const notes = new Map<string, Check>();
  let isDraining = false;
  const succeededAt = metrics?.gauge(
    'repasse_health_check_last_success_timestamp_seconds',
    'When a health check last succeeded; when it was added, before.',
    ['check'],
  );
  const fresh = (check: string): void => succeededAt?.set({ check }, Date.now() / 1_000);

  const lineOf = async ([name, { run, outage }]: readonly [string, Check]): Promise<Line> => {
    const { isWell, ...cause } = await run();
    if (isWell) outage?.recovered();
    else outage?.failed(cause, 'health check failed');
    if (isWell && !notes.has(name)) fresh(name);
    return [name, isWell ? 'ok' : 'failed'];
  };
  const runAll = (all: ReadonlyMap<string, Check>): Promise<Line[]> => Promise.all([...all].map(lineOf));
  // Otherwise a process that nobody asks for its health would look as if its checks had stopped.
  metrics?.measureOnScrape(async () => {
    await Promise.all([runAll(checks.live), runAll(checks.ready)]);
  });

  return {
    addCheck: (name, check, kind) => {
      const outage = log && createOutageLog({ log, over: 'health check succeeds again', fields: { check: name } });
      checks[kind].set(name, { run: createCheckRun(name, check), outage });
      fresh(name);
    },
    addNote: (name, check) => {
      notes.set(name, { run: createCheckRun(name, check), outage: undefined });
    },
    report: async (kind) => {
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
