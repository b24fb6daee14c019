import { isRejection, type Rejection } from '@repasse/chassis/decider';
import { type DomainEvent } from '@repasse/chassis/event-store/executor';
import {
  type CommandOf,
  type Executed,
  type Executor,
  isUniqueViolation,
  type RunOutcome,
} from '@repasse/chassis/event-store/execute';
import { type Tx } from '@repasse/chassis/postgres/database';
import { retryContention } from './retry-contention';
import { createTurns } from './turns';

export type Decided<S, E> = Pick<Executed<S, E>, 'state' | 'events'>;

/** The differences between the streams of two subjects. */
export interface Subject<S, E> {
  /** When a stream is due after its last event, as the effects of the events have it; null when it is not. */
  readonly dueAfter: (state: S, last: E) => string | null;
  /** The refusal of a decision that violates this unique constraint. */
  readonly taken: (constraint: string) => Omit<Rejection, 'rejected'>;
}

/** Commands on the streams of one subject; `Later` are those for a stream that exists. */
export interface Commands<C, Later extends C, S, E> {
  readonly run: (id: string, command: Later) => Promise<Decided<S, E> | Rejection>;
  /** Commands on any streams in the caller's transaction. */
  readonly runAll: (tx: Tx, commands: readonly CommandOf<C>[]) => Promise<readonly (Executed<S, E> | Rejection)[]>;
  readonly load: (id: string) => Promise<S>;
  /**
   * Calls back with the next due time of a stream, after each commit that sets one. Not for commands in a caller's
   * transaction, of whose commit only the caller knows.
   */
  readonly onDue: (listener: (dueAt: string) => void) => void;
}

/** Runs commands one after the other on each stream, and announces the due times they set. */
export const createCommands = <C, S, E extends DomainEvent, B>(
  executor: Executor<C, S, E, B>,
  { dueAfter, taken }: Subject<S, E>,
): Commands<C, C, S, E> & { readonly told: (outcome: RunOutcome<S, E>) => Decided<S, E> | Rejection } => {
  const inTurn = createTurns();
  const listeners: ((dueAt: string) => void)[] = [];
  const told = (outcome: RunOutcome<S, E>): Decided<S, E> | Rejection => {
    if (isRejection(outcome)) return outcome;
    if (isUniqueViolation(outcome)) return { rejected: true, ...taken(outcome.constraint) };
    const last = outcome.events.at(-1);
    const dueAt = last === undefined ? null : dueAfter(outcome.state, last);
    if (dueAt !== null) for (const listener of listeners) listener(dueAt);
    return outcome;
  };
  return {
    told,
    // Within this process commands on one stream take turns; other processes are given way to.
    run: async (id, command) => told(await inTurn(id, () => retryContention(() => executor.run(id, command)))),
    runAll: (tx, commands) => executor.runAll(tx, commands),
    load: async (id) => (await executor.load(id)).state,
    onDue: (listener) => void listeners.push(listener),
  };
};
