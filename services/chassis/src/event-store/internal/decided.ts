import { type Decider } from '../../decider';
import { eventId, identified, type PublicEvent } from '../../outbox/outbox';
import { type Append, type StoredEvent } from '../append';
import { type Stream } from '../event-store';
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
  { effectsOf, ids }: Pick<ExecutorOptions<C, S, E, B>, 'effectsOf' | 'ids'>,
  { streamId, known, state, events }: Decided<S, E>,
  publicEvents: readonly PublicEvent[],
  beside?: B,
): Append => ({
  streamId,
  expectedVersion: known.version,
  events: events.map(({ type, at, data }) => ({ id: eventId(ids), type, at, data })),
  publicEvents,
  effects:
    events.length === 0 ? undefined : effectsOf?.({ streamId, before: known.state, after: state, events }, beside),
});

/** Folds events into a state, and gives each its public form with the state it leads to. */
export const follow = <C, S, E extends DomainEvent, B>(
  { decider, toPublic, ids }: Pick<ExecutorOptions<C, S, E, B>, 'decider' | 'toPublic' | 'ids'>,
  streamId: string,
  before: S,
  events: readonly E[],
): { readonly state: S; readonly publicEvents: readonly PublicEvent[] } => {
  const publicEvents: PublicEvent[] = [];
  let state = before;
  for (const event of events) {
    state = decider.evolve(state, event);
    const form = toPublic(event, state);
    if (form !== null) publicEvents.push(identified({ ...form, key: streamId, time: event.at }, ids));
  }
  return { state, publicEvents };
};

/** A stream holds only this service's own events, so its rows are the domain's events. */
export const foldStream = <C, S, E>(decider: Decider<C, S, E>, { version, events }: Stream): KnownStream<S> => ({
  version,
  state: events.reduce(
    (state, { type, at, data }: StoredEvent) => decider.evolve(state, { type, at, data } as E),
    decider.initialState,
  ),
});
