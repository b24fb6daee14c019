import { type Decider, type Rejection } from '../decider';
import { type Ids } from '../ids';
import { type Tx } from '../postgres/database';
import { type EventStore, type IdempotencyRow, type PublicEvent } from './event-store';

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

export declare const createExecutor: <C, S, E extends { readonly type: string; readonly data: object }>(
  options: ExecutorOptions<C, S, E>,
) => Executor<C, S, E>;
