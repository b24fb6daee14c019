import { isRejection, type Rejection } from '../../decider';
import { type Tx } from '../../postgres/database';
import { decideAll } from './decide-all';
import { foldStream } from './decided';
import {
  type CommandOf,
  ContentionError,
  type DomainEvent,
  type Executed,
  type ExecutorOptions,
  type KnownStream,
  type PreparedRun,
} from './executor';
import { type RecentStreams } from './recent-streams';

/** See Executor. The streams are locked when they are loaded, so no other process appends to them meanwhile. */
export const runAll = async <C, S, E extends DomainEvent, B>(
  options: ExecutorOptions<C, S, E, B>,
  tx: Tx,
  commands: readonly CommandOf<C>[],
): Promise<readonly (Executed<S, E> | Rejection)[]> => {
  if (commands.length === 0) return [];
  const { store, decider } = options;
  const loaded = await store.loadAll(tx, streamsOf(commands));
  const known = new Map([...loaded].map(([streamId, stream]) => [streamId, foldStream(decider, stream)]));
  const { outcomes, appends } = decideAll(options, known, commands);

  const changed = appends.length === 0 ? [] : await store.appendAll(tx, appends);
  if (changed.length > 0) throw new ContentionError(`Locked streams changed: ${changed.join(', ')}.`);
  return outcomes;
};

/** See Executor. */
export const prepareAll = async <C, S, E extends DomainEvent, B>(
  options: ExecutorOptions<C, S, E, B>,
  recent: RecentStreams<S>,
  commands: readonly CommandOf<C>[],
): Promise<PreparedRun<S, E> | undefined> => {
  if (commands.length === 0) return { outcomes: [], calls: [], onWritten: () => [] };
  const known = await readKnown(options, recent, streamsOf(commands));
  const { outcomes, appends, after } = decideAll(options, known, commands);
  const executed = outcomes.filter((outcome): outcome is Executed<S, E> => !isRejection(outcome));
  // The version is only checked by an append; without one, the decision may be based on an old state.
  if (executed.length < outcomes.length || appends.length < known.size) return undefined;
  const call = options.store.callOf(appends);
  return {
    outcomes: executed,
    calls: [call],
    onWritten: ([result]) => {
      for (const [streamId, stream] of after) recent.keep(streamId, stream);
      return call.addedBy(result);
    },
  };
};

/** As they are remembered, and read where they are not. They are forgotten until it is known what was written. */
const readKnown = async <C, S, E extends DomainEvent, B>(
  { store, decider }: ExecutorOptions<C, S, E, B>,
  recent: RecentStreams<S>,
  streamIds: readonly string[],
): Promise<Map<string, KnownStream<S>>> => {
  const known = new Map<string, KnownStream<S>>();
  for (const streamId of streamIds) {
    const stream = recent.find(streamId);
    if (stream !== undefined) known.set(streamId, stream);
    recent.forget(streamId);
  }
  const unknown = streamIds.filter((streamId) => !known.has(streamId));
  if (unknown.length === 0) return known;
  for (const [streamId, stream] of await store.readAll(unknown)) known.set(streamId, foldStream(decider, stream));
  return known;
};

const streamsOf = <C>(commands: readonly CommandOf<C>[]): readonly string[] => [
  ...new Set(commands.map(({ streamId }) => streamId)),
];
