import { markKept } from '../idempotency/ticket';
import { type Database, type Tx } from '../postgres/database';
import { type Metrics } from '../telemetry/metrics';
import { type Append, type AppendOutcome, type StoredEvent } from './append';
import { appendGroup, appendWithin, serialize, type SettledAppend } from './append-call';
import { createGroupCommit, type GroupLimits } from './group-commit';

export { IdempotencyConflict, type IdempotencyRow } from '../idempotency/ticket';
export { type PublicEvent } from '../outbox/outbox';
export { type Append, type AppendOutcome, type NewEvent, type StoredEvent } from './append';

export interface Stream {
  /** 0 when the stream does not exist. */
  readonly version: number;
  readonly events: readonly StoredEvent[];
}

export interface EventStore {
  /** One round trip. Throws IdempotencyConflict when another request holds the key; nothing was written then. */
  append(append: Append, tx?: Tx): Promise<AppendOutcome>;
  load(streamId: string, tx?: Tx): Promise<Stream>;
}

export interface EventStoreOptions {
  readonly db: Database;
  /** Runs after each commit that wrote; wakes the relay. Not called for appends in a caller's transaction. */
  readonly onCommitted?: () => void;
  readonly metrics: Metrics;
}

/**
 * Sixty-four is twice the clients a busy replica serves at once; 256 KiB keeps one group from holding its locks, and
 * everybody behind them, for longer than a few milliseconds.
 */
const groupLimits: GroupLimits = { itemsMax: 64, bytesMax: 256 * 1_024, inFlightMax: 2 };

export const createEventStore = ({ db, onCommitted, metrics }: EventStoreOptions): EventStore => {
  const groupSize = metrics.histogram('repasse_append_group_size', 'Appends per commit.', [], [1, 2, 4, 8, 16, 32, 64]);
  const duration = metrics.histogram('repasse_append_seconds', 'From an append to its commit, waiting included.');
  const appendTogether = createGroupCommit<string, AppendOutcome>(groupLimits, async (appends) => {
    groupSize.observe(appends.length);
    const settled = await appendGroup(db, appends);
    if (settled.some(hasWritten)) onCommitted?.();
    return settled;
  });

  return {
    append: async (append, tx) => {
      const value = serialize(append);
      if (tx !== undefined) return appendWithin(tx, value);
      const stopTimer = duration.startTimer();
      try {
        const outcome = await appendTogether({ value, bytes: value.length, exclusive: exclusiveWordsOf(append) });
        if (outcome.outcome === 'appended' && append.idempotency !== undefined) markKept(append.idempotency);
        return outcome;
      } finally {
        stopTimer();
      }
    },
    load: async (streamId, tx = db) => {
      const events = await tx.query<StoredEvent>(loadSql, [streamId]);
      return { version: events.at(-1)?.version ?? 0, events };
    },
  };
};

const loadSql = `
  select id, type, data, version, recorded_at as "recordedAt"
  from events where stream_id = $1 order by version`;

const hasWritten = (settled: SettledAppend): boolean => 'result' in settled && settled.result.outcome === 'appended';

/** append_events takes no stream and no idempotency key twice. */
const exclusiveWordsOf = ({ streamId, idempotency }: Append): string[] => [
  `stream ${streamId}`,
  ...(idempotency === undefined ? [] : [`key ${idempotency.scope} ${idempotency.key}`]),
];
