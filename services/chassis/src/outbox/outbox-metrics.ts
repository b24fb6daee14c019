import { type Logger } from '../log/logger';
import { type Database } from '../postgres/database';
import { type Metrics } from '../telemetry/metrics';

const measureIntervalMs = 5_000;

/** Counting is cut off here: beyond it the alarm is the same and the count only costs. */
const pendingMax = 100_000;

const measureSql = `
  select
    (select count(*) from (select from outbox limit ${pendingMax}) as counted) as pending,
    coalesce(extract(epoch from clock_timestamp() - (select created_at from outbox order by id limit 1)), 0)::float8
      as "lagSeconds"`;

/** Keeps two gauges up to date: how many events wait for the bus and how long the oldest has. Answers how to stop. */
export const measureOutbox = (db: Database, metrics: Metrics, log: Logger): (() => void) => {
  const pending = metrics.gauge('repasse_outbox_pending', 'Events in the outbox that the bus has not got yet.');
  const lag = metrics.gauge('repasse_outbox_lag_seconds', 'Age of the oldest event in the outbox.');
  const measure = async (): Promise<void> => {
    try {
      const [row] = await db.query<{ pending: number; lagSeconds: number }>(measureSql);
      pending.set(row?.pending ?? 0);
      lag.set(row?.lagSeconds ?? 0);
    } catch (fault) {
      log.debug({ err: fault }, 'outbox not measured');
    }
  };
  const timer = setInterval(() => void measure(), measureIntervalMs);
  timer.unref();
  return () => clearInterval(timer);
};
