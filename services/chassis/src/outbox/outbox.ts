import { InvalidEventError, topicOf, validateEvent, type EventData, type EventType } from '@repasse/contracts';
import { headersOf } from '../bus/envelope';
import { type Ids } from '../ids';
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
  /** The trace it belongs to, where that is not the current one: the events of a batch belong to many. */
  readonly traceparent?: string | undefined;
}

/** The public form of a domain event, whose stream and time are its key and time. */
export type PublicForm = { [T in EventType]: { readonly type: T; readonly data: EventData[T] } }[EventType];

/** A public event that a service publishes and that has no id yet. */
export type Announcement<T extends EventType = EventType> = Omit<PublicEvent<T>, 'id'>;

/** Ids of events are made here and nowhere else. */
export const eventId = (ids: Ids): string => `evt_${ids.ulid()}`;

export const identified = <T extends EventType>(announcement: Announcement<T>, ids: Ids): PublicEvent<T> => ({
  id: eventId(ids),
  ...announcement,
});

/** One row for the SQL function enqueue_events; the names are those of the outbox's columns, and see there. */
export interface OutboxRow {
  readonly topic: string;
  readonly aggregateid: string;
  readonly type: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly payload: object;
  readonly traceparent: string | null;
  /** How many events of the key come after this one. */
  readonly behind: number;
  /** On the first event of a key: how many there are. */
  readonly count?: number;
}

/**
 * Puts events into the outbox within the caller's transaction, for services without an event store. Each key's next
 * position is given out under the key's lock, held until the transaction ends, so call it late.
 */
export const enqueue = async (tx: Tx, events: readonly PublicEvent[]): Promise<void> => {
  if (events.length === 0) return;
  const keys = [...new Set(events.map(({ key }) => key))];
  await tx.query('select publish_events($1, $2)', [keys, JSON.stringify(outboxRows(events))]);
};

export const outboxRows = (events: readonly PublicEvent[]): readonly OutboxRow[] => {
  const counts = new Map<string, number>();
  for (const event of events) counts.set(placeOf(event), (counts.get(placeOf(event)) ?? 0) + 1);
  const seen = new Map<string, number>();
  return events.map((event) => {
    const place = placeOf(event);
    const [before, count] = [seen.get(place) ?? 0, counts.get(place) ?? 1];
    seen.set(place, before + 1);
    return { ...rowOf(event), behind: count - before - 1, ...(before === 0 && { count }) };
  });
};

/** The only event of its key in this call. */
export const soleOutboxRow = (event: PublicEvent): OutboxRow => ({ ...rowOf(event), behind: 0, count: 1 });

/** Positions count within a key of a topic. */
const placeOf = ({ type, key }: PublicEvent): string => `${topicOf(type)} ${key}`;

/**
 * Throws InvalidEventError for data that its contract does not allow: nothing of the transaction is kept then. Once
 * committed, such an event could neither be published nor consumed, on either bus.
 */
const rowOf = (event: PublicEvent): Omit<OutboxRow, 'behind' | 'count'> => {
  const faults = validateEvent(event.type, event.data);
  if (faults.length > 0) throw new InvalidEventError(event.type, faults);
  return {
    topic: topicOf(event.type),
    aggregateid: event.key,
    type: event.type,
    headers: headersOf(event),
    payload: event.data,
    traceparent: event.traceparent ?? currentTrace()?.traceparent ?? null,
  };
};
