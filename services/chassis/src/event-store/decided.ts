import { type Decider } from '../decider';
import { eventId, identified, type PublicEvent } from '../outbox/outbox';
import { type Append, type StoredEvent } from './append';
import { type Stream } from './event-store';
import { type DomainEvent, type ExecutorOptions, type KnownStream } from './executor';

/** The decision on a stream, in memory. */
export interface Decided<S, E> {
  readonly streamId: string;
  readonly known: KnownStream<S>;
  /** The state after the events. */
  readonly state: S;
  readonly events: readonly E[];
}

export const toAppend = <C, S, E extends DomainEvent, B>(
  { effectsOf, ids }: ExecutorOptions<C, S, E, B>,
  { streamId, known, state, events }: Decided<S, E>,
  publicEvents: readonly PublicEvent[],
  beside?: B,
): Append => ({
  streamId,
  expectedVersion: known.version,
  events: events.map(({ type, data }) => ({ id: eventId(ids), type, data })),
  publicEvents,
  effects:
    events.length === 0 ? undefined : effectsOf?.({ streamId, before: known.state, after: state, events }, beside),
});

/** The public form of events that follow a version. */
export const publicEventsOf = <C, S, E extends DomainEvent, B>(
  { toPublic, ids }: ExecutorOptions<C, S, E, B>,
  streamId: string,
  version: number,
  events: readonly E[],
): readonly PublicEvent[] =>
  events
    .map((event, index) => toPublic(event, { streamId, version: version + index + 1 }))
    .filter((announcement) => announcement !== null)
    .map((announcement) => identified(announcement, ids));

/** A stream holds only this service's own events, so its rows are the domain's events. */
export const foldStream = <C, S, E>(decider: Decider<C, S, E>, { version, events }: Stream): KnownStream<S> => ({
  version,
  state: events.reduce(
    (state, { type, data }: StoredEvent) => decider.evolve(state, { type, data } as E),
    decider.initialState,
  ),
});
