import { isRejection, type Rejection } from '../decider';
import { type PublicEvent } from '../outbox/outbox';
import { type Tx } from '../postgres/database';
import { foldStream, publicEventsOf, toAppend } from './decided';
import {
  type CommandOf,
  ContentionError,
  type DomainEvent,
  type Executed,
  type ExecutorOptions,
  type KnownStream,
} from './executor';

/** A stream while a batch of commands is decided on. */
interface InHand<S, E> {
  readonly known: KnownStream<S>;
  state: S;
  readonly events: E[];
  readonly publicEvents: PublicEvent[];
}

/** See Executor. The streams are locked when they are loaded, so no other process appends to them meanwhile. */
export const runAll = async <C, S, E extends DomainEvent, B>(
  options: ExecutorOptions<C, S, E, B>,
  tx: Tx,
  commands: readonly CommandOf<C>[],
): Promise<readonly (Executed<S, E> | Rejection)[]> => {
  if (commands.length === 0) return [];
  const { store, decider } = options;
  const streams = new Map<string, InHand<S, E>>();
  for (const [streamId, stream] of await store.loadAll(tx, [...new Set(commands.map(({ streamId }) => streamId))])) {
    const known = foldStream(decider, stream);
    streams.set(streamId, { known, state: known.state, events: [], publicEvents: [] });
  }
  const outcomes = commands.map((command) => decideNext(options, inHand(streams, command.streamId), command));

  const appends = [...streams].flatMap(([streamId, { known, state, events, publicEvents }]) =>
    events.length === 0 ? [] : [toAppend(options, { streamId, known, state, events }, publicEvents)],
  );
  const changed = appends.length === 0 ? [] : await store.appendAll(tx, appends);
  if (changed.length > 0) throw new ContentionError(`Locked streams changed: ${changed.join(', ')}.`);
  return outcomes;
};

const decideNext = <C, S, E extends DomainEvent, B>(
  options: ExecutorOptions<C, S, E, B>,
  stream: InHand<S, E>,
  { streamId, command, traceparent }: CommandOf<C>,
): Executed<S, E> | Rejection => {
  const decision = options.decider.decide(command, stream.state);
  if (isRejection(decision)) return decision;
  const version = stream.known.version + stream.events.length;
  const publicEvents = publicEventsOf(options, streamId, version, decision);
  stream.publicEvents.push(
    ...publicEvents.map((event) => (traceparent === undefined ? event : { ...event, traceparent })),
  );
  stream.state = decision.reduce(options.decider.evolve, stream.state);
  stream.events.push(...decision);
  return { state: stream.state, events: decision, version: version + decision.length };
};

const inHand = <S, E>(streams: ReadonlyMap<string, InHand<S, E>>, streamId: string): InHand<S, E> => {
  const stream = streams.get(streamId);
  if (stream === undefined) throw new Error(`The stream ${streamId} was not loaded.`);
  return stream;
};
