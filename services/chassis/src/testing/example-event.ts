import {
  catalogueEntry,
  parseEvent,
  sourceOf,
  type AnyEvent,
  type EventData,
  type EventType,
} from '@repasse/contracts';
import { randomIds } from '../ids';

export interface ExampleEvent<T extends EventType> {
  /** The aggregate's id. */
  readonly key: string;
  /** Counts from 1 for each key of a topic. */
  readonly position: number;
  /** The machine's time when left out. */
  readonly time?: string;
  /** Instead of the fields of the published example. */
  readonly data?: Partial<EventData[T]>;
}

/** An event made from its published example, so that a test states only the fields it is about. Throws when it is invalid. */
export const exampleEvent = <T extends EventType>(type: T, event: ExampleEvent<T>): AnyEvent => {
  const { example, schema, service } = catalogueEntry(type);
  const { key, position, time = new Date().toISOString(), data } = event;
  return parseEvent({
    id: `evt_${randomIds.ulid()}`,
    source: sourceOf(service),
    type,
    subject: key,
    time,
    dataSchema: schema.$id,
    position,
    data: { ...example, ...data },
  });
};
