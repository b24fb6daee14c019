import { assertNever, isRejection, type Decider, type Rejection } from '../decider';
import { type Ids } from '../ids';
import { type Tx } from '../postgres/database';
import { type Append, type EventStore, type IdempotencyRow, type PublicEvent, type StoredEvent } from './event-store';

export interface PublicContext {
  readonly streamId: string;
  readonly ids: Ids;
  /** The version the event gets in its stream. */
  readonly version: number;
}

export interface ExecutorOptions<C, S, E extends { readonly type: string; readonly data: object }> {
  readonly store: EventStore;
  readonly decider: Decider<C, S, E>;
  /** The public form of a domain event; null keeps it private. */
  readonly toPublic: (event: E, context: PublicContext) => PublicEvent | null;
  /** What apply_effects gets: `state` is the one after `events`. Not called when nothing happened. */
  readonly effectsOf?: (state: S, events: readonly E[], streamId: string) => object | undefined;
  readonly ids: Ids;
}

export interface RunOptions<S> {
  /** A function gets the state after the decision, so that the answer can be kept with it. */
  readonly idempotency?: IdempotencyRow | ((state: S) => IdempotencyRow) | undefined;
  readonly tx?: Tx | undefined;
  /** Skips the load: the caller has just made the id. */
  readonly isNew?: boolean | undefined;
}

export interface Executed<S, E> {
  readonly state: S;
  /** Empty when the command changed nothing. */
  readonly events: readonly E[];
  readonly version: number;
}

export interface UniqueViolation {
  readonly outcome: 'unique_violation';
  readonly constraint: string;
}

export type RunOutcome<S, E> = Executed<S, E> | Rejection | UniqueViolation;

export interface Executor<C, S, E> {
  /** Loads, decides, appends; decides again, up to three times, when somebody else was faster. */
  run(streamId: string, command: C, options?: RunOptions<S>): Promise<RunOutcome<S, E>>;
  /** Version 0 and the initial state when the stream does not exist. */
  load(streamId: string, tx?: Tx): Promise<{ readonly state: S; readonly version: number }>;
}

/** Somebody else was faster every time. Trying again later helps. */
export class ContentionError extends Error {
  override readonly name = 'ContentionError';
  readonly code = 'store.contention';
  readonly isRetryable = true;
}

export const isUniqueViolation = (outcome: object): outcome is UniqueViolation =>
  'outcome' in outcome && outcome.outcome === 'unique_violation';

/** Whoever loses three times in a row is in a storm, and is better sent away than kept in it. */
const attemptsMax = 3;

export const createExecutor = <C, S, E extends { readonly type: string; readonly data: object }>(
  options: ExecutorOptions<C, S, E>,
): Executor<C, S, E> => {
  const { store, decider } = options;
  const load = async (streamId: string, tx?: Tx) => {
    const { version, events } = await store.load(streamId, tx);
    return { state: foldStored(decider, events), version };
  };

  return {
    load,
    run: async (streamId, command, run = {}) => {
      for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
        const isFresh = run.isNew === true && attempt === 1;
        const known = isFresh ? { state: decider.initialState, version: 0 } : await load(streamId, run.tx);
        const outcome = await decideAndAppend(options, streamId, command, known, run);
        if (outcome !== 'version_conflict') return outcome;
      }
      throw new ContentionError(`The stream ${streamId} changed ${attemptsMax} times while it was being decided on.`);
    },
  };
};

/** A stream holds only what this service wrote, so its rows are the domain's events. */
const foldStored = <C, S, E>(decider: Decider<C, S, E>, events: readonly StoredEvent[]): S =>
  events.reduce((state, { type, data }) => decider.evolve(state, { type, data } as E), decider.initialState);

const decideAndAppend = async <C, S, E extends { readonly type: string; readonly data: object }>(
  options: ExecutorOptions<C, S, E>,
  streamId: string,
  command: C,
  known: { readonly state: S; readonly version: number },
  run: RunOptions<S>,
): Promise<RunOutcome<S, E> | 'version_conflict'> => {
  const decision = options.decider.decide(command, known.state);
  if (isRejection(decision)) return decision;

  const state = decision.reduce(options.decider.evolve, known.state);
  // Nothing happened and nothing is claimed: there is nothing to keep.
  if (decision.length === 0 && run.idempotency === undefined) return { state, events: [], version: known.version };

  const append = toAppend(options, streamId, known.version, state, decision, run);
  const outcome = await options.store.append(append, run.tx);
  switch (outcome.outcome) {
    case 'appended':
      return { state, events: decision, version: outcome.version };
    case 'unique_violation':
      return outcome;
    case 'version_conflict':
      return 'version_conflict';
    default:
      return assertNever(outcome);
  }
};

const toAppend = <C, S, E extends { readonly type: string; readonly data: object }>(
  { toPublic, effectsOf, ids }: ExecutorOptions<C, S, E>,
  streamId: string,
  expectedVersion: number,
  state: S,
  events: readonly E[],
  { idempotency }: RunOptions<S>,
): Append => ({
  streamId,
  expectedVersion,
  events: events.map(({ type, data }) => ({ id: `evt_${ids.ulid()}`, type, data })),
  publicEvents: events
    .map((event, index) => toPublic(event, { streamId, ids, version: expectedVersion + index + 1 }))
    .filter((event) => event !== null),
  effects: events.length === 0 ? undefined : effectsOf?.(state, events, streamId),
  idempotency: typeof idempotency === 'function' ? idempotency(state) : idempotency,
});
