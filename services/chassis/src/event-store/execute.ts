import { assertNever, isRejection } from '../decider';
import { foldStream, follow, toAppend } from './internal/decided';
import {
  ContentionError,
  type DomainEvent,
  type Executor,
  type ExecutorOptions,
  type KnownStream,
  type RunOptions,
  type RunOutcome,
} from './internal/executor';
import { createRecentStreams } from './internal/recent-streams';
import { prepareAll, runAll } from './internal/run-all';

export * from './internal/executor';

/** A caller that loses three times in a row is refused, so that it does not add to the contention. */
const attemptsMax = 3;

export const createExecutor = <C, S, E extends DomainEvent, B = never>(
  options: ExecutorOptions<C, S, E, B>,
): Executor<C, S, E, B> => {
  const { store, decider, rememberedMax = 0 } = options;
  const recent = createRecentStreams<S>(rememberedMax);
  const load = async (streamId: string): Promise<KnownStream<S>> => {
    const known = foldStream(decider, await store.load(streamId));
    recent.keep(streamId, known);
    return known;
  };
  const attempt = async (streamId: string, command: C, known: KnownStream<S>, run: RunOptions<S, B>) => {
    // After a fault the stream has changed, or its version is unknown.
    recent.forget(streamId);
    const outcome = await decideAndAppend(options, streamId, command, known, run);
    if (typeof outcome === 'object' && 'state' in outcome) {
      const { state, version } = outcome;
      recent.keep(streamId, { state, version });
    }
    return outcome;
  };

  return {
    load,
    recall: async (streamId) => recent.find(streamId) ?? load(streamId),
    runAll: (tx, commands) => {
      for (const { streamId } of commands) recent.forget(streamId);
      return runAll(options, tx, commands);
    },
    prepareAll: (commands) => prepareAll(options, recent, commands),
    run: async (streamId, command, run = {}) => {
      const guess = run.isNew === true ? { state: decider.initialState, version: 0 } : recent.find(streamId);
      if (guess !== undefined) {
        const outcome = await attempt(streamId, command, guess, run);
        if (outcome !== 'version_conflict' && isAppended(outcome, run)) return outcome;
      }
      for (let tries = 1; tries <= attemptsMax; tries += 1) {
        const outcome = await attempt(streamId, command, await load(streamId), run);
        if (outcome !== 'version_conflict') return outcome;
      }
      throw new ContentionError(`The stream ${streamId} changed ${attemptsMax} times while it was being decided on.`);
    },
  };
};

/** An append checks the version that was decided on; a refusal or no event may be based on an old version. */
const isAppended = <S, E, B>(outcome: RunOutcome<S, E>, { idempotency }: RunOptions<S, B>): boolean =>
  !isRejection(outcome) && (!('events' in outcome) || outcome.events.length > 0 || idempotency !== undefined);

const decideAndAppend = async <C, S, E extends DomainEvent, B>(
  options: ExecutorOptions<C, S, E, B>,
  streamId: string,
  command: C,
  known: KnownStream<S>,
  { idempotency, beside }: RunOptions<S, B>,
): Promise<RunOutcome<S, E> | 'version_conflict'> => {
  const events = options.decider.decide(command, known.state);
  if (isRejection(events)) return events;

  const { state, publicEvents } = follow(options, streamId, known.state, events);
  // No events and no claimed key: nothing to keep.
  if (events.length === 0 && idempotency === undefined) return { state, events, version: known.version };

  const outcome = await options.store.append({
    ...toAppend(options, { streamId, known, state, events }, publicEvents, beside),
    idempotency: typeof idempotency === 'function' ? idempotency(state) : idempotency,
  });
  switch (outcome.outcome) {
    case 'appended':
      return { state, events, version: outcome.version };
    case 'unique_violation':
      return outcome;
    case 'version_conflict':
      return 'version_conflict';
    default:
      return assertNever(outcome);
  }
};
