import { type AnyEvent } from '@repasse/contracts';
import { type IncomingMessage } from '../bus/bus';
import { fromMessage, isKnownType } from '../bus/envelope';
import { type Tx } from '../postgres/database';
import { runInTrace } from '../telemetry/trace';
import { admitClosely, type ParkedKey } from './admit-closely';
import { concerns, type Consumption, type Consumptions } from './consumption';
import { consume, consumeAndCall } from './progress';
import { lastOf, runsOf, type Run } from './runs';

export interface Handled {
  readonly consumption: Consumption;
  readonly events: readonly AnyEvent[];
}

export interface BatchOutcome {
  readonly handled: readonly Handled[];
  /** Aggregates that were parked because a position is missing. */
  readonly gaps: readonly ParkedKey[];
  /** True when the missing position of a parked aggregate has come. */
  readonly isGapFilled: boolean;
}

/**
 * Lets messages take effect within a transaction, each at most once: a position must be the last one plus one. A smaller
 * one is a duplicate. After a larger one something is missing, and to go on without it could book a refund before its
 * payment, so the aggregate is parked; the others go on. One statement says so for all; only where it finds something
 * else than what comes next is looked at more closely.
 */
export const applyMessages = async (
  tx: Tx,
  messages: readonly IncomingMessage[],
  consumptions: Consumptions,
): Promise<BatchOutcome> => {
  const runs = runsOf(messages);
  const admitted = await consume(tx, messages, runs);
  const odd = runs.filter((run) => !admitted.has(run) || isOdd(run));
  const closely = await admitClosely(
    tx,
    odd.map((run) => restOf(run, admitted.has(run))),
  );

  const taken = new Set([...[...admitted].flatMap(({ fresh }) => fresh), ...closely.admitted]);
  const handled = toHandle(
    messages.filter((message) => taken.has(message)),
    consumptions,
  );
  for (const { consumption, events } of handled) await handleTogether(consumption, events, tx);
  return { handled, gaps: closely.gaps, isGapFilled: closely.isGapFilled };
};

/**
 * The same as one statement, where the whole effect is written without reading and every message is what comes next.
 * Undefined where that is not so: then nothing has changed.
 */
export const applyAtOnce = async (
  db: Tx,
  messages: readonly IncomingMessage[],
  consumptions: Consumptions,
  waitsForDisk: boolean,
): Promise<BatchOutcome | undefined> => {
  const handled = toHandle(messages, consumptions);
  const calls = handled.map(({ consumption, events }) => consumption.calls?.(events));
  const runs = runsOf(messages);
  if (!calls.every((some) => some !== undefined) || runs.some(isOdd)) return undefined;
  const isTaken = await consumeAndCall(db, messages, runs, { calls: calls.flat(), waitsForDisk });
  return isTaken ? { handled, gaps: [], isGapFilled: false } : undefined;
};

/** Holds something double, or something behind a gap. */
const isOdd = ({ all, fresh }: Run): boolean => all.length > fresh.length;

const toHandle = (messages: readonly IncomingMessage[], consumptions: Consumptions): readonly Handled[] =>
  [...byConsumption(messages, consumptions)]
    .map(([consumption, own]) => ({ consumption, events: eventsOf(consumption, own) }))
    .filter(({ events }) => events.length > 0);

/** What of a run the one statement did not let in. */
const restOf = (run: Run, isAdmitted: boolean) => ({
  topic: run.topic,
  key: run.key,
  messages: isAdmitted ? run.all.filter((message) => !run.fresh.includes(message)) : run.all,
  reached: isAdmitted ? lastOf(run) : undefined,
});

const byConsumption = (
  messages: readonly IncomingMessage[],
  consumptions: Consumptions,
): Map<Consumption, IncomingMessage[]> => {
  const groups = new Map<Consumption, IncomingMessage[]>();
  for (const message of messages) {
    const consumption = consumptions(message.topic);
    const group = groups.get(consumption);
    if (group === undefined) groups.set(consumption, [message]);
    else group.push(message);
  }
  return groups;
};

/** Leaves out types of a newer release: nobody here can know what they mean, but their positions count. */
export const eventsOf = (consumption: Consumption, messages: readonly IncomingMessage[]): AnyEvent[] =>
  messages
    .filter((message) => concerns(consumption, message) && isKnownType(message))
    .map(fromMessage)
    .filter((event) => consumption.hasEffect?.(event) ?? true);

/** A batch of one, as most are, goes on in the trace of its event; a larger one belongs to many traces, and so to none. */
export const handleTogether = ({ handle }: Consumption, events: readonly AnyEvent[], tx: Tx): Promise<void> => {
  const [first] = events;
  const traceparent = events.length === 1 ? first?.traceparent : undefined;
  return runInTrace({ traceparent }, () => handle(events, tx));
};
