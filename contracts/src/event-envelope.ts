import { catalogueEntry, isEventType } from './event-catalogue';
import { validateReceivedEvent, type Fault } from './event-validation';
import { type EventData, type EventType } from './generated/events';

/** One event on its way: CloudEvents 1.0, plus its position in the stream of its aggregate. */
export interface EventEnvelope<T extends EventType = EventType> {
  readonly id: string;
  readonly source: string;
  readonly type: T;
  /** The aggregate's id, which is also the message key. */
  readonly subject: string;
  readonly time: string;
  readonly dataSchema: string;
  /** Counted from 1 in the aggregate's stream of public events, without gaps. */
  readonly position: number;
  readonly traceparent?: string;
  readonly data: EventData[T];
}

/** The envelope of any one event: narrowing by `type` narrows `data` with it. */
export type AnyEvent = { [T in EventType]: EventEnvelope<T> }[EventType];

/** The envelope of an event of some types. */
export type EventOfType<T extends EventType> = Extract<AnyEvent, { readonly type: T }>;

/** Narrows to the events of some types. */
export const isOfType =
  <T extends EventType>(types: readonly T[]) =>
  (event: AnyEvent): event is EventOfType<T> =>
    types.some((type) => type === event.type);

/** What arrived is not an event of the catalogue. Repeating does not help, so a consumer parks or dead-letters it. */
export class InvalidEventError extends Error {
  readonly code = 'event.invalid';
  readonly isRetryable = false;

  constructor(
    readonly eventType: string,
    readonly faults: readonly Fault[],
  ) {
    super(`Not a valid ${eventType}: ${faults.map(({ field, message }) => `${field} ${message}`).join('; ')}.`);
    this.name = 'InvalidEventError';
  }
}

/** Turns what came off a bus into an envelope, or throws InvalidEventError with every fault found. */
export const parseEvent = (received: Readonly<Record<keyof EventEnvelope, unknown>> | object): AnyEvent => {
  const candidate = received as Partial<Record<keyof EventEnvelope, unknown>>;
  const type = typeof candidate.type === 'string' ? candidate.type : '(no type)';
  if (!isEventType(type)) throw new InvalidEventError(type, [{ field: 'type', message: 'is not in the catalogue' }]);

  const faults = [...attributeFaults(candidate, type), ...dataFaults(candidate, type)];
  if (faults.length > 0) throw new InvalidEventError(type, faults);
  return received as AnyEvent;
};

const attributeFaults = (candidate: Partial<Record<keyof EventEnvelope, unknown>>, type: EventType): Fault[] => {
  const { service, schema } = catalogueEntry(type);
  const checks: readonly (readonly [keyof EventEnvelope, boolean, string])[] = [
    ['id', isText(candidate.id), 'must be a text'],
    ['subject', isText(candidate.subject), 'must be a text'],
    ['time', isText(candidate.time) && !Number.isNaN(Date.parse(candidate.time)), 'must be a time'],
    ['position', Number.isSafeInteger(candidate.position) && Number(candidate.position) >= 1, 'must be 1 or more'],
    ['source', candidate.source === sourceOf(service), `must be ${sourceOf(service)}`],
    ['dataSchema', candidate.dataSchema === schema.$id, `must be ${schema.$id}`],
  ];
  return checks.filter(([, isRight]) => !isRight).map(([field, , message]) => ({ field, message }));
};

const dataFaults = ({ data }: Partial<Record<keyof EventEnvelope, unknown>>, type: EventType): Fault[] =>
  validateReceivedEvent(type, data).map(({ field, message }) => ({
    field: ['data', field].filter(Boolean).join('.'),
    message,
  }));

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

export const sourceOf = (service: string): string => `repasse/${service}`;
