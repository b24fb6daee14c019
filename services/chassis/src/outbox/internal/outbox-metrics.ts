import { within } from '../../lifecycle/internal/within';
import { type Logger } from '../../log/logger';
import { type Database } from '../../postgres/database';
import { type Metrics } from '../../telemetry/metrics';

/** A scrape waits no longer; the gauges keep their values then. */
const measureTimeoutMs = 2_000;

/** Counting is cut off here: beyond it the alarm is the same and the count only costs. */
const pendingMax = 100_000;

const measureSql = `
  select
    (select count(*) from (select from outbox limit ${pendingMax}) as counted) as pending,
    coalesce(extract(epoch from clock_timestamp() - (select created_at from outbox order by id limit 1)), 0)::float8
      as "lagSeconds",
    (select count(*) from (select distinct topic, aggregateid from outbox_set_aside limit ${pendingMax}) as counted)
      as "setAside"`;

/**
 * Gauges, measured whenever they are read: how many events wait for the bus, how long the oldest has, and of how many
 * aggregates they wait for a person.
 */
export const measureOutbox = (db: Database, metrics: Metrics, log: Logger): void => {
  const pending = metrics.gauge(
    'repasse_outbox_pending',
    'Events in the outbox; those that were sent stay for 2 seconds at most.',
  );
  const lag = metrics.gauge(
    'repasse_outbox_lag_seconds',
    'Age of the oldest event in the outbox, 2 seconds at most while all are sent.',
  );
  const setAside = metrics.gauge(
    'repasse_outbox_set_aside_aggregates',
    'Aggregates with an event that cannot be published; it and those behind it are set aside.',
  );
  metrics.measureOnScrape(async () => {
    try {
      const [row] = await within(measureTimeoutMs, 'Measuring the outbox', () => db.query<Measured>(measureSql));
      pending.set(row?.pending ?? 0);
      lag.set(row?.lagSeconds ?? 0);
      setAside.set(row?.setAside ?? 0);
    } catch (fault) {
      log.debug({ err: fault }, 'outbox not measured');
    }
  });
};

interface Measured {
  readonly pending: number;
  readonly lagSeconds: number;
  readonly setAside: number;
}
