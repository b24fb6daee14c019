import { topicOf, type AnyEvent } from '@repasse/contracts';
import { type Bus, type IncomingMessage } from '../bus/bus';
import { fromMessage } from '../bus/envelope';
import { startConsumer, writing, type Consumer, type Consumption } from '../consumer/consumer';
import { type Logger } from '../log/logger';
import { type Database, type Tx } from '../postgres/database';
import { callAll } from '../postgres/function-call';
import { type Metrics } from '../telemetry/metrics';
import { type Projection } from './definition';
import { rebuild } from './rebuild';
import { callsOf, showEvents } from './show-events';

export interface ProjectionsOptions {
  readonly service: string;
  /** The topics kept in received_events, so that a later view can be built from them. */
  readonly topics: readonly string[];
  readonly projections: readonly Projection[];
  readonly db: Database;
  readonly bus: Bus;
  readonly afterCommit?: (events: readonly AnyEvent[]) => void;
  /** Of a consumption; told of the messages of every topic. */
  readonly onHeldBack?: Consumption['onHeldBack'];
  readonly log: Logger;
  readonly metrics: Metrics;
}

/** A view may be this much behind: the first event of a burst is shown at once, the rest of it together. */
const intervalMsMin = 100;

/**
 * Keeps every event in received_events and shows it through each projection, in one transaction for all new events. It
 * need not reach the disk at once: after a crash the events come again. A new projection is first built from the events
 * received before.
 */
export const startProjections = async (options: ProjectionsOptions): Promise<Consumer> => {
  const { projections, db, log } = options;
  for (const projection of projections) await buildIfNew(db, projection, log);
  return startConsumer({ ...options, consumptions: [consumptionOf(options)], waitsForDisk: false, intervalMsMin });
};

const consumptionOf = ({ topics, projections, afterCommit, onHeldBack, metrics }: ProjectionsOptions): Consumption => {
  const lag = metrics.gauge('repasse_projection_lag_seconds', 'Age of the latest event shown, when it was.', ['topic']);
  return {
    topics,
    // A view is worth more with a hole than stopped, and a rebuild fills the hole.
    onPoison: 'dead-letter',
    ...writing((events) => callsOf(projections, events)),
    ...(onHeldBack && { onHeldBack }),
    redeliver: async (events, tx) => {
      await callAll(tx, callsOf([], await notReceived(tx, events)));
      await showEvents(tx, projections, events);
    },
    onDeadLetter: async (message, tx) => {
      const event = tryParse(message);
      if (event !== undefined) await callAll(tx, callsOf([], [event]));
    },
    afterCommit: (events) => {
      for (const event of events) {
        lag.set({ topic: topicOf(event.type) }, Math.max(0, Date.now() - Date.parse(event.time)) / 1_000);
      }
      afterCommit?.(events);
    },
  };
};

/** A dead letter that could be read then was kept when it was put away. */
const notReceived = async (tx: Tx, events: readonly AnyEvent[]): Promise<readonly AnyEvent[]> => {
  const kept = await tx.query<{ id: string }>(
    `select envelope ->> 'id' as id from received_events
     where topic = any ($1) and envelope ->> 'subject' = any ($2) and envelope ->> 'id' = any ($3)`,
    [events.map(({ type }) => topicOf(type)), events.map(({ subject }) => subject), events.map(({ id }) => id)],
  );
  const ids = new Set(kept.map(({ id }) => id));
  return events.filter(({ id }) => !ids.has(id));
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
