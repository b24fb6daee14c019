import { type AnyEvent } from '@repasse/contracts';
import { type IncomingMessage } from '../bus/bus';
import { fromMessage, isKnownType, PoisonError, positionOf } from '../bus/envelope';
import { type Tx } from '../postgres/database';
import { runInTrace } from '../telemetry/trace';
import { hastenRetry, keepMessage, lockProgress, park, saveProgress } from './positions';

export type Handle = (event: AnyEvent, tx: Tx) => Promise<void>;
export type HandleBatch = (events: readonly AnyEvent[], tx: Tx) => Promise<void>;

/** `handleBatch` is asked first, where there is one; a parked aggregate's events go through `handle`, one by one. */
export interface Handlers {
  readonly handle: Handle;
  readonly handleBatch?: HandleBatch;
}

export interface BatchOutcome {
  readonly handled: readonly AnyEvent[];
  /** Keys that were parked because a position is missing. */
  readonly gaps: readonly string[];
  /** Parked keys whose missing position has come. */
  readonly filled: readonly string[];
}

/**
 * Lets messages of one partition take effect within a transaction, each at most once: a position must be the last one
 * plus one. A smaller one is a duplicate. After a larger one something is missing, and to go on without it could book
 * a refund before its payment, so the aggregate is parked; the others go on.
 */
export const applyMessages = async (
  tx: Tx,
  topic: string,
  messages: readonly IncomingMessage[],
  { handle, handleBatch }: Handlers,
): Promise<BatchOutcome> => {
  const known = await lockProgress(tx, topic, [...new Set(messages.map(({ key }) => key))]);
  const parked = new Set([...known].filter(([, { isParked }]) => isParked).map(([key]) => key));
  const reached = new Map<string, number>();
  const handled: AnyEvent[] = [];
  const missing = new Map<string, IncomingMessage>();
  const filled: string[] = [];

  for (const message of messages) {
    const { key } = message;
    const last = reached.get(key) ?? known.get(key)?.position ?? 0;
    const position = requirePosition(message);
    if (position <= last) continue;
    if (parked.has(key)) {
      await keepMessage(tx, message);
      if (position === last + 1) filled.push(key);
    } else if (position > last + 1) {
      parked.add(key);
      missing.set(key, message);
      await keepMessage(tx, message);
    } else {
      const event = handleBatch === undefined ? await handleOne(message, tx, handle) : readOne(message);
      if (event !== undefined) handled.push(event);
      reached.set(key, position);
    }
  }

  if (handleBatch !== undefined && handled.length > 0) await handleTogether(handled, tx, handleBatch);
  await saveProgress(tx, topic, known, reached);
  for (const [key, message] of missing) {
    const position = reached.get(key) ?? known.get(key)?.position ?? 0;
    const detail = `Position ${positionOf(message)} came after ${position}.`;
    await park(tx, { topic, key, position, reason: 'gap', detail, retryDelayMs: 0 });
  }
  for (const key of filled) await hastenRetry(tx, topic, key);
  return { handled, gaps: [...missing.keys()], filled };
};

export const handleOne = async (message: IncomingMessage, tx: Tx, handle: Handle): Promise<AnyEvent | undefined> => {
  const event = readOne(message);
  if (event !== undefined) await runInTrace({ traceparent: event.traceparent }, () => handle(event, tx));
  return event;
};

/** Undefined for a type of a newer release: nobody here can know what it means, but its position counts. */
const readOne = (message: IncomingMessage): AnyEvent | undefined =>
  isKnownType(message) ? fromMessage(message) : undefined;

/** A batch of one, as most are, goes on in the trace of its event; a larger one belongs to many traces, and so to none. */
const handleTogether = (events: readonly AnyEvent[], tx: Tx, handleBatch: HandleBatch): Promise<void> => {
  const [first] = events;
  const traceparent = events.length === 1 ? first?.traceparent : undefined;
  return runInTrace({ traceparent }, () => handleBatch(events, tx));
};

const requirePosition = (message: IncomingMessage): number => {
  const position = positionOf(message);
  if (position === undefined) throw new PoisonError(`The message has no position: ${message.headers['ce_position']}.`);
  return position;
};
