import { type Dated, type Decider, type Rejection } from '../../decider';
import { type Ids } from '../../ids';
import { type PublicForm } from '../../outbox/outbox';
import { type IdempotencyRow } from '../../idempotency/ticket';
import { type Tx } from '../../postgres/database';
import { type OutboxMessage } from '../../outbox/outbox-message';
import { type FunctionCall } from '../../postgres/function-call';
import { type EffectRows } from '../append';
import { type EventStore } from '../event-store';

export type DomainEvent = Dated<{ readonly type: string; readonly data: object }>;

/** How commands changed a stream. */
export interface Change<S, E> {
  readonly streamId: string;
  readonly before: S;
  readonly after: S;
  readonly events: readonly E[];
}

export interface ExecutorOptions<C, S, E extends DomainEvent, B = never> {
  readonly store: EventStore;
  readonly decider: Decider<C, S, E>;
  /** The public form of a domain event, given the state after it; null keeps the event private. */
  readonly toPublic: (event: E, state: S) => PublicForm | null;
  /** Returns the rows for apply_effects. Not called when nothing happened. */
  readonly effectsOf?: (change: Change<S, E>, beside: B | undefined) => EffectRows | undefined;
  readonly ids: Ids;
  /** How many streams are remembered as this process left them, so that their next command needs no load. */
  readonly rememberedMax?: number;
}

/** A stream as far as it is known. */
export interface KnownStream<S> {
  readonly state: S;
  /** 0 when the stream does not exist. */
  readonly version: number;
}

export interface RunOptions<S, B = never> {
  /** A function gets the state after the decision, so that the answer can be kept with it. */
  readonly idempotency?: IdempotencyRow | ((state: S) => IdempotencyRow) | undefined;
  /** Decides on the initial state first, without a load: the caller has just made the id. */
  readonly isNew?: boolean | undefined;
  /** Data for the effects that events do not hold. */
  readonly beside?: B | undefined;
}

/** One of many commands. */
export interface CommandOf<C> {
  readonly streamId: string;
  readonly command: C;
  /** The trace that its public events belong to. */
  readonly traceparent?: string | undefined;
}

export interface Executed<S, E> extends KnownStream<S> {
  /** Empty when the command changed nothing. */
  readonly events: readonly E[];
}

/** Commands that are decided and not yet written. */
export interface PreparedRun<S, E> {
  /** In the order of the commands. */
  readonly outcomes: readonly Executed<S, E>[];
  readonly calls: readonly FunctionCall[];
  /** To be called with the results of the calls when they are written. Returns the rows they added to the outbox. */
  readonly onWritten: (results: readonly unknown[]) => readonly OutboxMessage[];
}

export interface UniqueViolation {
  readonly outcome: 'unique_violation';
  readonly constraint: string;
}

export type RunOutcome<S, E> = Executed<S, E> | Rejection | UniqueViolation;

export interface Executor<C, S, E, B = never> {
  /** Decides and appends; decides again, up to three times, when another process appended first. */
  run(streamId: string, command: C, options?: RunOptions<S, B>): Promise<RunOutcome<S, E>>;
  /**
   * Commands in the caller's transaction, decided on one after the other, with one load and one append for all of them.
   * Outcomes come in the order of the commands. Any fault, also a unique violation, loses the transaction.
   */
  runAll(tx: Tx, commands: readonly CommandOf<C>[]): Promise<readonly (Executed<S, E> | Rejection)[]>;
  /**
   * The same without a transaction: decided by what is remembered or read, and written by calls whose statement fails
   * with RP001 when a stream has changed since. Undefined when a command is refused or changes nothing: only runAll
   * can tell whether that is still so.
   */
  prepareAll(commands: readonly CommandOf<C>[]): Promise<PreparedRun<S, E> | undefined>;
  /** Version 0 and the initial state when the stream does not exist. */
  load(streamId: string): Promise<KnownStream<S>>;
  /** The same, without a query when the stream is remembered: later events of other processes may be missing. */
  recall(streamId: string): Promise<KnownStream<S>>;
}

/** Another process appended first every time. Retrying later helps. */
export class ContentionError extends Error {
  override readonly name = 'ContentionError';
  readonly code = 'store.contention';
  readonly isRetryable = true;
}

export const isUniqueViolation = (outcome: object): outcome is UniqueViolation =>
  'outcome' in outcome && outcome.outcome === 'unique_violation';
