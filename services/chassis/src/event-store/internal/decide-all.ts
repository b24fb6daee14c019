import { isRejection, type Rejection } from '../../decider';
import { type PublicEvent } from '../../outbox/outbox';
import { type Append } from '../append';
import { follow, toAppend } from './decided';
import { type CommandOf, type DomainEvent, type Executed, type ExecutorOptions, type KnownStream } from './executor';

/** A stream while a batch of commands is decided on. */
interface InHand<S, E> {
  readonly known: KnownStream<S>;
  state: S;
  readonly events: E[];
  readonly publicEvents: PublicEvent[];
}

export interface DecidedAll<S, E> {
  readonly outcomes: readonly (Executed<S, E> | Rejection)[];
  /** Of the streams that have new events. */
  readonly appends: readonly Append[];
  readonly after: ReadonlyMap<string, KnownStream<S>>;
}

/** Decides on commands one after the other, each on the state that those before it left. */
export const decideAll = <C, S, E extends DomainEvent, B>(
  options: ExecutorOptions<C, S, E, B>,
  known: ReadonlyMap<string, KnownStream<S>>,
  commands: readonly CommandOf<C>[],
): DecidedAll<S, E> => {
  const streams = new Map(
    [...known].map(([streamId, stream]): [string, InHand<S, E>] => [
      streamId,
      { known: stream, state: stream.state, events: [], publicEvents: [] },
    ]),
  );
  const outcomes = commands.map((command) => decideNext(options, inHand(streams, command.streamId), command));
  return {
    outcomes,
    appends: [...streams].flatMap(([streamId, { known: before, state, events, publicEvents }]) =>
      events.length === 0 ? [] : [toAppend(options, { streamId, known: before, state, events }, publicEvents)],
    ),
    after: new Map(
      [...streams].map(([streamId, { known: before, state, events }]) => [
        streamId,
        { state, version: before.version + events.length },
      ]),
    ),
  };
};

const decideNext = <C, S, E extends DomainEvent, B>(
  options: ExecutorOptions<C, S, E, B>,
  stream: InHand<S, E>,
  { streamId, command, traceparent }: CommandOf<C>,
): Executed<S, E> | Rejection => {
  const decision = options.decider.decide(command, stream.state);
  if (isRejection(decision)) return decision;
  const { state, publicEvents } = follow(options, streamId, stream.state, decision);
  stream.publicEvents.push(
    ...publicEvents.map((event) => (traceparent === undefined ? event : { ...event, traceparent })),
  );
  stream.state = state;
  stream.events.push(...decision);
  return { state, events: decision, version: stream.known.version + stream.events.length };
};

const inHand = <S, E>(streams: ReadonlyMap<string, InHand<S, E>>, streamId: string): InHand<S, E> => {
  const stream = streams.get(streamId);
  if (stream === undefined) throw new Error(`The stream ${streamId} was not loaded.`);
  return stream;
};
