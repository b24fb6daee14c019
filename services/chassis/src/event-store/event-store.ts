import { markKept } from '../idempotency/ticket';
import { type PublicEvent } from '../outbox/outbox';
import { type Added } from '../outbox/outbox-message';
import { type Database, type Tx } from '../postgres/database';
import { type Metrics } from '../telemetry/metrics';
import { type Span, type SpanTemplate } from '../telemetry/spans';
import { startSpan, untilDone } from '../telemetry/trace';
import { type Append, type AppendOutcome, type StoredEvent } from './append';
import { appendCallOf, appendGroup, appendWithin, type AppendCall } from './internal/append-call';
import { toText, type AppendText } from './internal/append-text';
import { createGroupCommit, type GroupLimits } from './group-commit';

export { type PublicEvent } from '../outbox/outbox';

export interface Stream {
  /** 0 when the stream does not exist. */
  readonly version: number;
  readonly events: readonly StoredEvent[];
}

export interface EventStore {
  /** One round trip. Throws IdempotencyConflict when another request holds the key; nothing was written then. */
  append(append: Append): Promise<AppendOutcome>;
  load(streamId: string): Promise<Stream>;
  /**
   * Appends to different streams in the caller's transaction, in one round trip. Returns the streams whose version
   * differs: when there are any, nothing was written. A fault, a unique violation among them, loses the transaction.
   */
  appendAll(tx: Tx, appends: readonly Append[]): Promise<readonly string[]>;
  /**
   * Loads streams in one query and locks them until the transaction ends, so that decisions on them can be appended. A
   * stream that does not exist has version 0.
   */
  loadAll(tx: Tx, streamIds: readonly string[]): Promise<ReadonlyMap<string, Stream>>;
  /** The same without locks. */
  readAll(streamIds: readonly string[]): Promise<ReadonlyMap<string, Stream>>;
  /** Appends to different streams as part of a larger statement, which RP001 ends when a version differs. */
  callOf(appends: readonly Append[]): AppendCall;
}

export interface EventStoreOptions {
  readonly db: Database;
  /**
   * Runs after each commit that wrote public events, or may have when its answer was lost; wakes the relay. `events` are
   * those of its appends, `added` the rows of the outbox, undefined when the answer was lost. Not called for appends in
   * a caller's transaction or statement.
   */
  readonly onCommitted?: (events: readonly PublicEvent[], added: Added) => void;
  readonly metrics: Metrics;
}

/**
 * Sixty-four is twice the clients a busy replica serves at once; 256 KiB keeps one group from holding its locks, and
 * everybody behind them, for longer than a few milliseconds.
 */
const groupLimits: GroupLimits = { itemsMax: 64, bytesMax: 256 * 1_024, inFlightMax: 2 };

/** An append and its span, from the call to the commit of the group. */
type SpannedText = AppendText & { readonly span?: Span };

const appendSpan: SpanTemplate = { kind: 'client', name: 'append_events' };
const appendAttributes = { 'db.system.name': 'postgresql', 'db.stored_procedure.name': 'append_events' };

export const createEventStore = ({ db, onCommitted, metrics }: EventStoreOptions): EventStore => {
  const groupSize = metrics.histogram('repasse_append_group_size', 'Appends per commit.', [], [1, 2, 4, 8, 16, 32, 64]);
  const duration = metrics.histogram('repasse_append_seconds', 'From an append to its commit, waiting included.');
  const appendTogether = createGroupCommit<SpannedText, AppendOutcome>(groupLimits, async (texts) => {
    groupSize.observe(texts.length);
    for (const { span } of texts) span?.set({ 'db.operation.batch.size': texts.length });
    const { settled, added } = await appendGroup(db, texts);
    if (added?.length !== 0) onCommitted?.(publicEventsOf(texts), added);
    return settled;
  });

  const keep = async (append: Append, span: Span | undefined): Promise<AppendOutcome> => {
    const text = toText(append);
    const value = span === undefined ? text : { ...text, span };
    span?.set({ ...appendAttributes, 'repasse.stream.id': append.streamId });
    const stopTimer = duration.startTimer();
    try {
      const outcome = await appendTogether({ value, bytes: text.bytes, exclusive: exclusiveWordsOf(text) });
      if (outcome.outcome === 'appended' && append.idempotency !== undefined) markKept(append.idempotency);
      span?.set({ 'repasse.append.outcome': outcome.outcome });
      return outcome;
    } finally {
      stopTimer();
    }
  };

  return {
    append: (append) => {
      const span = startSpan(appendSpan);
      return untilDone(span, () => keep(append, span));
    },
    load: async (streamId) => streamOf(await db.query<StoredEvent>(loadSql, [streamId])),
    appendAll: (tx, appends) => appendWithin(tx, appends.map(toText)),
    loadAll: lockStreams,
    readAll: (streamIds) => streamsBy(db, readAllSql, streamIds),
    callOf: (appends) => appendCallOf(appends.map(toText)),
  };
};

const loadSql = `
  select id, type, occurred_at as at, data, version
  from events where stream_id = $1 order by version`;

const allColumns = 'stream_id as "streamId", id, type, occurred_at as at, data, version';
const lockAllSql = `select ${allColumns} from load_streams($1)`;
const readAllSql = `select ${allColumns} from events where stream_id = any ($1) order by stream_id, version`;

/** Loads streams in one query and locks them until the transaction ends; see EventStore.loadAll. */
export const lockStreams = (tx: Tx, streamIds: readonly string[]): Promise<ReadonlyMap<string, Stream>> =>
  streamsBy(tx, lockAllSql, streamIds);

const streamsBy = async (tx: Tx, sql: string, streamIds: readonly string[]): Promise<ReadonlyMap<string, Stream>> => {
  const events = new Map<string, StoredEvent[]>(streamIds.map((streamId) => [streamId, []]));
  const rows = await tx.query<StoredEvent & { streamId: string }>(sql, [[...events.keys()]]);
  for (const { streamId, ...event } of rows) events.get(streamId)?.push(event);
  return new Map([...events].map(([streamId, its]) => [streamId, streamOf(its)]));
};

const streamOf = (events: readonly StoredEvent[]): Stream => ({ version: events.at(-1)?.version ?? 0, events });

const publicEventsOf = (texts: readonly AppendText[]): readonly PublicEvent[] =>
  texts.flatMap(({ append }) => append.publicEvents);

/** append_events takes no stream, no key of a public event and no idempotency key twice. */
const exclusiveWordsOf = ({ keys, append: { idempotency } }: AppendText): readonly string[] =>
  idempotency === undefined ? keys : [...keys, `key ${idempotency.scope} ${idempotency.key}`];
