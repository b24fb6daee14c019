import {
  catalogueEntry,
  isEventType,
  parseEvent,
  sourceOf,
  type AnyEvent,
  type EventEnvelope,
  type EventType,
} from '@repasse/contracts';
import { type IncomingMessage, type OutgoingMessage } from './bus';

/** A message that stays unreadable however often it is retried. */
export class PoisonError extends Error {
  override readonly name = 'PoisonError';
  readonly code = 'message.poison';
  readonly isRetryable = false;
}

/** The attributes of an event that are known before the outbox gives it a position. */
export interface EventAttributes {
  readonly id: string;
  readonly type: EventType;
  readonly key: string;
  readonly time: string;
}

/** CloudEvents 1.0 in binary mode: the attributes are headers, the data alone is the value. */
export const headersOf = ({ id, type, key, time }: EventAttributes): Record<string, string> => {
  const { service, schema } = catalogueEntry(type);
  return {
    ce_specversion: '1.0',
    ce_id: id,
    ce_source: sourceOf(service),
    ce_type: type,
    ce_subject: key,
    ce_time: time,
    ce_dataschema: schema.$id,
    'content-type': 'application/json',
  };
};

export const toMessage = (event: EventEnvelope): OutgoingMessage => ({
  topic: catalogueEntry(event.type).topic,
  key: event.subject,
  headers: {
    ...headersOf({ id: event.id, type: event.type, key: event.subject, time: event.time }),
    ce_position: String(event.position),
    ...(event.traceparent === undefined ? {} : { traceparent: event.traceparent }),
  },
  value: JSON.stringify(event.data),
});

/** The event a message carries; throws PoisonError when there is none. Unknown fields are accepted. */
export const fromMessage = (message: IncomingMessage): AnyEvent => {
  const { headers, value } = message;
  try {
    return parseEvent({
      id: headers['ce_id'],
      source: headers['ce_source'],
      type: headers['ce_type'],
      subject: headers['ce_subject'],
      time: headers['ce_time'],
      dataSchema: headers['ce_dataschema'],
      position: Number(headers['ce_position']),
      ...(headers['traceparent'] === undefined ? {} : { traceparent: headers['traceparent'] }),
      data: value,
    });
  } catch (fault) {
    throw new PoisonError(fault instanceof Error ? fault.message : String(fault), { cause: fault });
  }
};

/** Undefined when the header is missing or no position, which only a broken producer sends. */
export const positionOf = ({ headers }: IncomingMessage): number | undefined => {
  const position = Number(headers['ce_position']);
  return Number.isSafeInteger(position) && position >= 1 ? position : undefined;
};

/** A type of a newer release, published beside the ones this build knows. */
export const isKnownType = ({ headers }: IncomingMessage): boolean => isEventType(headers['ce_type'] ?? '');
