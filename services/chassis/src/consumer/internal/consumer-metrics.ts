import { type Bus, lagIn } from '../../bus/bus';
import { createLagAge } from './lag-age';
import { within } from '../../lifecycle/internal/within';
import { type Logger } from '../../log/logger';
import { type Database } from '../../postgres/database';
import { type Metrics } from '../../telemetry/metrics';

/** A scrape waits no longer for the bus or the database; the gauges keep their values then. */
const measureTimeoutMs = 2_000;

export interface MeasuredConsumer {
  readonly group: string;
  readonly topics: readonly string[];
  readonly db: Database;
  readonly bus: Bus;
  readonly metrics: Metrics;
  readonly log: Logger;
}

/** Measures a consumer whenever its gauges are read, and never otherwise. */
export const measureConsumer = ({ group, topics, db, bus, metrics, log }: MeasuredConsumer): void => {
  const lag = metrics.gauge('repasse_consumer_lag', 'Messages the group has not consumed yet.', ['topic']);
  const age = metrics.gauge(
    'repasse_consumer_lag_seconds',
    'For how long the oldest message that the group has not consumed is known to be there.',
    ['topic'],
  );
  const oldestOf = createLagAge();
  const parked = metrics.gauge('repasse_consumer_parked_aggregates', 'Aggregates that stand still.', ['topic']);
  metrics.measureOnScrape(async () => {
    try {
      const [behind, standing] = await within(measureTimeoutMs, 'Measuring the consumer', () =>
        Promise.all([bus.lag(group, topics), countParked(db)]),
      );
      for (const topic of topics) {
        const places = behind.filter((place) => place.topic === topic);
        lag.set({ topic }, lagIn(places));
        age.set({ topic }, oldestOf(places, performance.now()) / 1_000);
        parked.set({ topic }, standing.get(topic) ?? 0);
      }
    } catch (fault) {
      log.debug({ err: fault }, 'consumer not measured');
    }
  });
};

const countParked = async (db: Database): Promise<ReadonlyMap<string, number>> => {
  const rows = await db.query<{ topic: string; count: number }>(
    'select topic, count(*) from consumed_positions where parked_at is not null group by topic',
  );
  return new Map(rows.map(({ topic, count }) => [topic, count]));
};
