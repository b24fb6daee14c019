import { type Bus } from '../bus/bus';
import { type Logger } from '../log/logger';
import { type Database } from '../postgres/database';
import { type Metrics } from '../telemetry/metrics';

const measureIntervalMs = 5_000;

export interface MeasuredConsumer {
  readonly group: string;
  readonly topic: string;
  readonly db: Database;
  readonly bus: Bus;
  readonly metrics: Metrics;
  readonly log: Logger;
}

/** Keeps the gauges of a consumer up to date; answers how to stop. */
export const measureConsumer = ({ group, topic, db, bus, metrics, log }: MeasuredConsumer): (() => void) => {
  const lag = metrics.gauge('repasse_consumer_lag', 'Messages the group has not committed yet.', ['topic']);
  const parked = metrics.gauge('repasse_consumer_parked_aggregates', 'Aggregates that stand still.', ['topic']);
  const measure = async (): Promise<void> => {
    try {
      lag.set({ topic }, await bus.lag(group, topic));
      parked.set({ topic }, await countParked(db, topic));
    } catch (fault) {
      log.debug({ err: fault, topic }, 'consumer not measured');
    }
  };
  const timer = setInterval(() => void measure(), measureIntervalMs);
  timer.unref();
  return () => clearInterval(timer);
};

const countParked = async (db: Database, topic: string): Promise<number> => {
  const [row] = await db.query<{ count: number }>(
    'select count(*) from consumed_positions where topic = $1 and parked_at is not null',
    [topic],
  );
  return row?.count ?? 0;
};
