import { type EventData, type EventType } from '@repasse/contracts';

/** An event of a charge, a payment or a withdrawal, as its service published it. */
export interface TimelineEntry<T extends EventType = EventType> {
  readonly eventId: string;
  readonly type: T;
  readonly source: string;
  readonly position: number;
  readonly at: string;
  readonly details: EventData[T];
}
