import { type AnyEvent } from '@repasse/contracts';
import { type Bus, type IncomingMessage } from '../bus/bus';
import { fromMessage } from '../bus/envelope';
import { startConsumer, type Consumer, type ConsumerOptions } from '../consumer/consumer';
import { type Logger } from '../log/logger';
import { type Database, type Tx } from '../postgres/database';
import { type Metrics } from '../telemetry/metrics';
import { archiveEvents } from './archive';
import { applyAll, type Projection } from './definition';
import { rebuild } from './rebuild';

export { defineProjection, type Projection } from './definition';

export interface ProjectionsOptions {
  readonly service: string;
  readonly projections: readonly Projection[];
  readonly db: Database;
  readonly bus: Bus;
  readonly afterCommit?: (events: readonly AnyEvent[]) => void;
  readonly log: Logger;
  readonly metrics: Metrics;
}

/**
 * One consumer per topic: keeps every event in received_events and shows it through each projection, all in one
 * transaction. A projection that is new is built from what was received before, first.
 */
export const startProjections = async (options: ProjectionsOptions): Promise<Consumer> => {
  const { projections, db, log } = options;
  for (const projection of projections) await buildIfNew(db, projection, log);

  const topics = [...new Set(projections.flatMap((projection) => projection.topics))];
  const consumers = await Promise.all(topics.map((topic) => startConsumer(consumerOptions(options, topic))));
  return {
    isAlive: () => consumers.every((consumer) => consumer.isAlive()),
    stop: async () => {
      await Promise.all(consumers.map((consumer) => consumer.stop()));
    },
  };
};

const consumerOptions = (options: ProjectionsOptions, topic: string): ConsumerOptions => {
  const { service, projections, db, bus, afterCommit, log, metrics } = options;
  const lag = metrics.gauge('repasse_projection_lag_seconds', 'Age of the latest event shown, when it was.', ['topic']);
  const concerned = projections.filter((projection) => projection.topics.includes(topic));
  const show = async (events: readonly AnyEvent[], tx: Tx): Promise<void> => {
    await archiveEvents(tx, topic, events);
    for (const projection of concerned) await applyAll(projection, events, tx);
  };
  return {
    service,
    topic,
    db,
    bus,
    log,
    metrics,
    // A view is worth more with a hole than stopped, and a rebuild fills the hole.
    onPoison: 'dead-letter',
    handle: (event, tx) => show([event], tx),
    handleBatch: show,
    onDeadLetter: async (message, tx) => {
      const event = tryParse(message);
      if (event !== undefined) await archiveEvents(tx, topic, [event]);
    },
    afterCommit: (events) => {
      const latest = events.at(-1);
      if (latest !== undefined) lag.set({ topic }, Math.max(0, Date.now() - Date.parse(latest.time)) / 1_000);
      afterCommit?.(events);
    },
  };
};

const tryParse = (message: IncomingMessage): AnyEvent | undefined => {
  try {
    return fromMessage(message);
  } catch {
    return undefined;
  }
};

const buildIfNew = async (db: Database, projection: Projection, log: Logger): Promise<void> => {
  const known = await db.query('select 1 from projection_checkpoints where name = $1', [projection.name]);
  if (known.length > 0) return;
  const report = await rebuild({ db, projection, verify: false });
  log.info({ ...report }, 'projection built');
};
