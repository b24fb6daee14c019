import { type Bus, type IncomingMessage, type OutgoingMessage } from '../bus/bus';
import { positionOf } from '../bus/envelope';
import { type Logger } from '../log/logger';
import { type Database, type Tx } from '../postgres/database';
import { keepMessage, lockProgress, OvertakenError, park, saveProgress } from './positions';

/** How long a parked aggregate waits between tries: soon enough after a fix, rare enough not to be load. */
export const parkedRetryDelayMs = 30_000;

/** A header is not the place for a stack trace. */
const detailLengthMax = 500;

export interface PoisonOptions {
  readonly group: string;
  readonly topic: string;
  readonly db: Database;
  readonly bus: Bus;
  readonly onPoison: 'park' | 'dead-letter';
  /** Runs in the transaction that steps over a dead letter. */
  readonly onDeadLetter?: ((message: IncomingMessage, tx: Tx) => Promise<void>) | undefined;
  readonly log: Logger;
  readonly countDeadLetter: () => void;
}

/** Puts away a message that cannot take effect, so that the others can go on. */
export const bury = async (options: PoisonOptions, message: IncomingMessage, fault: unknown): Promise<void> => {
  const { topic, db, log, onPoison } = options;
  const position = positionOf(message);
  const facts = { err: fault, topic, key: message.key, position, partition: message.partition, offset: message.offset };
  // Without a position the aggregate cannot be held: its next event will show the gap, and park it.
  if (onPoison === 'park' && position !== undefined) {
    await db.transaction((tx) => parkAt(tx, options, message, position, detailOf(fault)));
    log.error(facts, 'event cannot be handled; its aggregate is parked');
    return;
  }
  await deadLetter(options, message, fault);
  if (position !== undefined) await db.transaction((tx) => stepOver(tx, options, message, position));
  log.error(facts, 'event cannot be handled; it is a dead letter now');
};

const parkAt = async (
  tx: Tx,
  { topic }: PoisonOptions,
  message: IncomingMessage,
  position: number,
  detail: string,
): Promise<void> => {
  const { key } = message;
  await lockProgress(tx, topic, [key]);
  await park(tx, { topic, key, position: position - 1, reason: 'poison', detail, retryDelayMs: parkedRetryDelayMs });
  await keepMessage(tx, message);
};

/** Publishes first: a crash in between leaves two dead letters rather than none. */
const deadLetter = async (options: PoisonOptions, message: IncomingMessage, fault: unknown): Promise<void> => {
  await options.bus.publish([toDeadLetter(options.group, message, fault)]);
  options.countDeadLetter();
};

export const toDeadLetter = (group: string, message: IncomingMessage, fault: unknown): OutgoingMessage => ({
  topic: `${message.topic}.dlq`,
  key: message.key,
  headers: {
    ...message.headers,
    dlq_reason: codeOf(fault),
    dlq_detail: detailOf(fault),
    dlq_group: group,
    dlq_topic: message.topic,
    dlq_partition: String(message.partition),
    dlq_offset: message.offset,
  },
  value: typeof message.value === 'object' && message.value !== null ? message.value : { raw: message.value },
});

const stepOver = async (tx: Tx, options: PoisonOptions, message: IncomingMessage, position: number): Promise<void> => {
  const known = await lockProgress(tx, options.topic, [message.key]);
  const last = known.get(message.key)?.position ?? 0;
  if (position !== last + 1) throw new OvertakenError(`${message.key} of ${options.topic} is at ${last} already.`);
  await options.onDeadLetter?.(message, tx);
  await saveProgress(tx, options.topic, known, new Map([[message.key, position]]));
};

export const detailOf = (fault: unknown): string =>
  (fault instanceof Error ? fault.message : String(fault)).slice(0, detailLengthMax);

const codeOf = (fault: unknown): string =>
  fault instanceof Error && 'code' in fault && typeof fault.code === 'string' ? fault.code : 'handler.fault';
