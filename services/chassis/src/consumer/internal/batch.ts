import { type AnyEvent } from '@repasse/contracts';
import { type IncomingMessage } from '../../bus/bus';
import { fromMessage, isKnownType } from '../../bus/envelope';
import { type Tx } from '../../postgres/database';
import { runInTrace } from '../../telemetry/trace';
import { admitClosely, type ParkedKey } from './admit-closely';
import { type BatchSpans } from './batch-spans';
import { concerns, type Consumption, type Consumptions, type Effect } from '../consumption';
import { consume, consumeAndCall } from '../progress';
import { lastOf, runsOf, type Run } from './runs';

/** Throws PoisonError for a message that carries no event. */
type Read = (message: IncomingMessage) => AnyEvent;

/** Messages that are to take effect together. */
export interface Batch {
  readonly messages: readonly IncomingMessage[];
  readonly runs: readonly Run[];
  readonly consumptions: Consumptions;
  readonly read: Read;
  /** Undefined where no trace of them is recorded. */
  readonly spans?: BatchSpans | undefined;
}

/** Reads each message once. Throws PoisonError for a message without a position. */
export const toBatch = (
  messages: readonly IncomingMessage[],
  consumptions: Consumptions,
  spans?: BatchSpans,
): Batch => {
  const events = new Map<IncomingMessage, AnyEvent>();
  const read = (message: IncomingMessage): AnyEvent => {
    const event = events.get(message) ?? fromMessage(message);
    events.set(message, event);
    return event;
  };
  return { messages, runs: runsOf(messages), consumptions, read, spans };
};

export interface Handled {
  readonly consumption: Consumption;
  readonly events: readonly AnyEvent[];
  /** Runs after the commit in place of the consumption's `afterCommit`. */
  readonly onWritten?: () => void;
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
 * position is a duplicate. A larger one shows a gap, and going on without the missing event could book a refund before
 * its payment, so the aggregate is parked; the others go on. One statement checks all runs; only those it does not
 * admit are examined one by one.
 */
export const applyMessages = async (tx: Tx, batch: Batch): Promise<BatchOutcome> => {
  const { messages, runs, consumptions, spans } = batch;
  const admitted = await consume(tx, messages, runs);
  const irregular = runs.filter((run) => !admitted.has(run) || isIrregular(run));
  const closely = await admitClosely(
    tx,
    irregular.map((run) => restOf(run, admitted.has(run))),
  );

  const taken = new Set([...[...admitted].flatMap(({ fresh }) => fresh), ...closely.admitted]);
  const handled = toHandle(
    batch,
    messages.filter((message) => taken.has(message)),
  );
  for (const { consumption, events } of handled) await handleTogether(consumption, events, tx, spans);
  for (const [consumption, heldBack] of byConsumption(closely.heldBack, consumptions)) {
    await consumption.onHeldBack?.(heldBack, tx);
  }
  return { handled, gaps: closely.gaps, isGapFilled: closely.isGapFilled };
};

/**
 * The same as one statement, for batches whose whole effect is found without locks and whose messages are all next in
 * order. Returns undefined for other batches and changes nothing. A crash of the server undoes the effect together with
 * the offset, so it waits for the disk only where events of it are to leave for a bus on another server.
 */
export const applyAtOnce = async (
  db: Tx,
  batch: Batch,
  { isBusOnOtherServer }: { readonly isBusOnOtherServer: boolean },
): Promise<BatchOutcome | undefined> => {
  const { messages, runs } = batch;
  const whole = runs.some(isIrregular) ? undefined : await wholeEffectOf(batch);
  if (whole === undefined) return undefined;
  const calls = whole.flatMap(({ effect }) => effect.calls);
  const waitsForDisk = isBusOnOtherServer && whole.some(({ effect }) => effect.isPublishedAtOnce === true);
  const results = await consumeAndCall(db, { messages, runs, calls, waitsForDisk });
  if (results === undefined) return undefined;
  const left = [...results];
  const handled = whole.map(({ effect: { calls, onWritten }, ...one }): Handled => {
    const own = left.splice(0, calls.length);
    return onWritten === undefined ? one : { ...one, onWritten: () => onWritten(own) };
  });
  return { handled, gaps: [], isGapFilled: false };
};

interface HandledByEffect extends Handled {
  readonly effect: Effect;
}

/** Undefined when a part of the effect needs locks, or cannot be determined. */
const wholeEffectOf = async (batch: Batch): Promise<readonly HandledByEffect[] | undefined> => {
  try {
    const whole: HandledByEffect[] = [];
    for (const one of toHandle(batch, batch.messages)) {
      const effect = await inTraceOf(one.events, () => one.consumption.effectOf?.(one.events), batch.spans);
      if (effect === undefined) return undefined;
      whole.push({ ...one, effect });
    }
    return whole;
  } catch {
    // A message that cannot be handled may be a duplicate or parked; applyMessages then drops or keeps it unread.
    return undefined;
  }
};

/** Holds a duplicate, or an event behind a gap. */
const isIrregular = ({ all, fresh }: Run): boolean => all.length > fresh.length;

const toHandle = ({ consumptions, read, spans }: Batch, messages: readonly IncomingMessage[]): readonly Handled[] =>
  [...byConsumption(messages, consumptions)]
    .map(([consumption, own]) => ({ consumption, events: eventsOf(consumption, own, read) }))
    .filter(({ events }) => events.length > 0)
    .map(({ consumption, events }) => ({
      consumption,
      events: spans === undefined ? events : events.map(spans.within),
    }));

/** The events of a run that the one statement did not admit. */
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

/** Leaves out types of a newer release: this build does not know their meaning, but their positions count. */
export const eventsOf = (
  consumption: Consumption,
  messages: readonly IncomingMessage[],
  read: Read = fromMessage,
): AnyEvent[] =>
  messages
    .filter((message) => concerns(consumption, message) && isKnownType(message))
    .map((message) => read(message))
    .filter((event) => consumption.hasEffect?.(event) ?? true);

export const handleTogether = (
  { handle }: Consumption,
  events: readonly AnyEvent[],
  tx: Tx,
  spans?: BatchSpans,
): Promise<void> => inTraceOf(events, () => handle(events, tx), spans);

/** A batch of one event, the usual case, continues the trace of its event; a larger one belongs to many traces. */
const inTraceOf = <T>(events: readonly AnyEvent[], work: () => T, spans?: BatchSpans): T => {
  const [first] = events;
  return runInTrace({ traceparent: events.length === 1 ? first?.traceparent : spans?.traceparent }, work);
};
