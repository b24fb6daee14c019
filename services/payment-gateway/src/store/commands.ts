import { setTimeout as pause } from 'node:timers/promises';
import { type BackoffLimits, backoffMs } from '@repasse/chassis/waiting/backoff';
import { isRejection, type Rejection } from '@repasse/chassis/decider';
import {
  type CommandOf,
  ContentionError,
  type DomainEvent,
  type Executed,
  type Executor,
  isUniqueViolation,
  type RunOutcome,
} from '@repasse/chassis/event-store/execute';
import { type Tx } from '@repasse/chassis/postgres/database';
import { createInTurn } from '@repasse/chassis/waiting/in-turn';

export type Decided<S, E> = Pick<Executed<S, E>, 'state' | 'events'>;

/** The differences between the streams of two subjects. */
interface Subject<S, E> {
  /** When a stream is due after its last event, as the effects of the events have it; null when it is not. */
  readonly dueAfter: (state: S, last: E) => string | null;
  /** The refusal of a decision that violates this unique constraint. */
  readonly taken: (constraint: string) => Omit<Rejection, 'rejected'>;
}

/**
 * Runs commands one after the other on each stream of a subject, and announces the due times they set. `Later` are the
 * commands for a stream that exists.
 */
export const createCommands = <C, Later extends C, S, E extends DomainEvent, B = never>(
  executor: Executor<C, S, E, B>,
  { dueAfter, taken }: Subject<S, E>,
) => {
  const inTurn = createInTurn();
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
    run: async (id: string, command: Later) =>
      told(await inTurn(() => retryContention(() => executor.run(id, command)), id)),
    /** Commands on any streams in the caller's transaction. */
    runAll: (tx: Tx, commands: readonly CommandOf<C>[]) => executor.runAll(tx, commands),
    load: async (id: string): Promise<S> => (await executor.load(id)).state,
    /**
     * Calls back with the next due time of a stream, after each commit that sets one. Not for commands in a caller's
     * transaction, of whose commit only the caller knows.
     */
    onDue: (listener: (dueAt: string) => void) => void listeners.push(listener),
  };
};

/** Processes that work on one stream at once get in each other's way; each round is three tries of the executor. */
const roundsMax = 6;
const pauses: BackoffLimits = { firstMs: 10, maxMs: 80 };

/** Gives way to another process for a moment, and decides again. */
const retryContention = async <T>(run: () => Promise<T>): Promise<T> => {
  for (let round = 1; round < roundsMax; round++) {
    try {
      return await run();
    } catch (fault) {
      if (!(fault instanceof ContentionError)) throw fault;
      await pause(backoffMs(round, pauses));
    }
  }
  return run();
};
