import { keptTablesOf } from '@repasse/contracts';
import { type Clock } from '../../clock';
import { type Logger } from '../../log/logger';
import { type Database } from '../../postgres/database';
import { type Metrics } from '../../telemetry/metrics';
import { every } from '../../waiting/poll';
import { createEndTable } from './end-table';

/** Rows are kept for days, so an hour more does no harm, and partitions are made more than a week ahead. */
const intervalMs = 60 * 60_000;

/** Once soon after the start too, or a service that is released every half hour would never clean up. */
const firstDelayMs = 60_000;

export interface RetentionOptions {
  /** The service, or `bus`: the tables are those that retention.yaml lists for it. */
  readonly database: string;
  readonly db: Database;
  /** The clock that dates the rows. */
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** Ends rows beside those that end by retention.yaml alone. */
  readonly alongside?: (now: Date, isStopped: () => boolean) => Promise<void>;
}

export interface Retention {
  /** One round. Returns false when another process was at work. */
  runOnce(): Promise<boolean>;
  stop(): Promise<void>;
}

/** Ends rows and partitions as retention.yaml says. Every process runs it; a lock lets one work at a time. */
export const startRetention = (options: RetentionOptions): Retention => {
  const { database, db, log, metrics } = options;
  let isStopped = false;
  const lastSuccess = metrics.gauge(
    'repasse_retention_last_success_timestamp_seconds',
    'When this process last ended what had ended in every table of the database.',
    ['database'],
  );
  const round = createRound(options, () => isStopped);

  const runOnce = async (): Promise<boolean> => {
    const lock = await db.holdAdvisoryLock('retention');
    if (lock === undefined) return false;
    try {
      await round();
    } finally {
      await lock.release();
    }
    lastSuccess.set({ database }, Date.now() / 1_000);
    return true;
  };
  const loop = every({ name: `retention of ${database}`, intervalMs, firstDelayMs, log, run: runOnce });
  return {
    runOnce,
    stop: async () => {
      isStopped = true;
      await loop.stop();
    },
  };
};

/** A table that fails does not keep the others waiting; the round fails when all were tried, and comes again soon. */
const createRound = (options: RetentionOptions, isStopped: () => boolean): (() => Promise<void>) => {
  const { database, db, clock, log, metrics, alongside } = options;
  const endTable = createEndTable(db, metrics);
  return async () => {
    const now = clock.now();
    const faults: unknown[] = [];
    const attempt = async (name: string, work: () => Promise<void>): Promise<void> => {
      try {
        if (!isStopped()) await work();
      } catch (fault) {
        log.warn({ err: fault, database, table: name }, 'ended rows stay for now');
        faults.push(fault);
      }
    };
    for (const table of keptTablesOf(database)) await attempt(table.table, () => endTable(table, now, isStopped));
    await attempt('others', () => alongside?.(now, isStopped) ?? Promise.resolve());
    if (faults.length > 0) throw faults[0];
  };
};
