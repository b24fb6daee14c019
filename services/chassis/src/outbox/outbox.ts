import { topicOf, type EventData, type EventType } from '@repasse/contracts';
import { headersOf } from '../bus/envelope';
import { type Tx } from '../postgres/database';
import { currentTrace } from '../telemetry/trace';

/** An event in the form other services get. Its topic follows from its type, its position from its key. */
export interface PublicEvent<T extends EventType = EventType> {
  readonly id: string;
  readonly type: T;
  /** The aggregate's id: the message key, within which positions count 1, 2, 3 … */
  readonly key: string;
  /** ISO 8601, when it happened. */
  readonly time: string;
  readonly data: EventData[T];
  /** The trace it belongs to, where that is not the current one: what a batch says belongs to many. */
  readonly traceparent?: string | undefined;
}

/** One row for the SQL function enqueue_events; the names are those of the outbox's columns. */
export interface OutboxRow {
  readonly topic: string;
  readonly aggregateid: string;
  readonly type: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly payload: object;
  readonly traceparent: string | null;
}

/**
 * Puts events into the outbox within the caller's transaction, for services without an event store. Each key's next
 * position is given out under the key's lock, held until the transaction ends, so call it late.
 */
export const enqueue = async (tx: Tx, events: readonly PublicEvent[]): Promise<void> => {
  if (events.length === 0) return;
  const rows = JSON.stringify(events.map(toOutboxRow));
  await tx.query('select lock_aggregates($1::jsonb)', [JSON.stringify(events.map(({ key }) => key))]);
  await tx.query('select enqueue_events(array(select jsonb_array_elements($1::jsonb)))', [rows]);
};

export const toOutboxRow = (event: PublicEvent): OutboxRow => ({
  topic: topicOf(event.type),
  aggregateid: event.key,
  type: event.type,
  headers: headersOf(event),
  payload: event.data,
  traceparent: event.traceparent ?? currentTrace()?.traceparent ?? null,
});
