import { type OutgoingMessage } from '../bus/bus';
import { type OutboxRow } from './outbox';

/** A row of the outbox on its way to the bus. */
export interface OutboxMessage extends OutgoingMessage {
  readonly id: number;
  /** Counts from 1 within a key of a topic. */
  readonly position: number;
  /** Whether its commit waited for the disk. */
  readonly wasFlushed: boolean;
}

/** Names the key within its topic: positions count within it. */
export const placeOf = ({ topic, key }: OutboxMessage): string => `${topic} ${key}`;

/** A message that does not go to the bus. */
export interface AsideMessage {
  readonly message: OutboxMessage;
  /** Why it cannot be published; null where it waits behind another one of its key. */
  readonly reason: string | null;
}

/** The rows that were added; undefined when an answer was lost, and it may have added others. */
export type Added = readonly OutboxMessage[] | undefined;

/** Undefined if the rows of any part are unknown. */
export const allAdded = (parts: readonly Added[]): Added =>
  parts.some((part) => part === undefined) ? undefined : parts.flatMap((part) => part ?? []);

/** The result of the SQL function enqueue_events; null when it had nothing to do. */
export type EnqueuedPlaces = {
  readonly wasFlushed: boolean;
  /** In the order of the events. */
  readonly places: readonly (readonly [id: number, position: number])[];
} | null;

/** The rows as enqueue_events has placed them. */
export const committedMessages = (rows: readonly OutboxRow[], enqueued: EnqueuedPlaces): readonly OutboxMessage[] => {
  if (enqueued === null) return [];
  const { wasFlushed, places } = enqueued;
  return rows.flatMap((row, index) => {
    const place = places[index];
    if (place === undefined) return [];
    const [id, position] = place;
    return messageOfRow({ ...row, id, position, wasFlushed, payload: JSON.stringify(row.payload) });
  });
};

/** A row of the table; the payload is its text. */
export interface PlacedRow extends Pick<OutboxRow, 'topic' | 'aggregateid' | 'headers' | 'traceparent'> {
  readonly id: number;
  readonly position: number;
  readonly wasFlushed: boolean;
  readonly payload: string;
}

export const messageOfRow = ({
  id,
  position,
  wasFlushed,
  topic,
  aggregateid,
  headers,
  payload,
  traceparent,
}: PlacedRow): OutboxMessage => ({
  ...{ id, position, wasFlushed, topic, key: aggregateid },
  headers: { ce_position: String(position), ...headers, ...(traceparent === null ? {} : { traceparent }) },
  value: payload,
});
