import { type Bus, type IncomingMessage, type OutgoingMessage } from '../../bus/bus';
import { positionOf } from '../../bus/envelope';
import { type Logger } from '../../log/logger';
import { type Database, type Tx } from '../../postgres/database';
import { type Consumptions } from '../consumption';
import { keepDeadLetter } from './dead-letters';
import { consume, keepMessage, lockProgress, OvertakenError, park, saveProgress } from '../progress';

/** How long a parked aggregate waits between tries: soon enough after a fix, rare enough not to be load. */
export const parkedRetryDelayMs = 30_000;

/** A header is not the place for a stack trace. */
const detailLengthMax = 500;

export interface PoisonOptions {
  readonly group: string;
  readonly consumptions: Consumptions;
  readonly db: Database;
  readonly bus: Bus;
  readonly log: Logger;
  readonly countDeadLetter: (topic: string) => void;
}

/** Parks or dead-letters a message that cannot take effect, so that the others can go on. */
export const parkOrDeadLetter = async (
  options: PoisonOptions,
  message: IncomingMessage,
  fault: unknown,
): Promise<void> => {
  const { db, log, consumptions } = options;
  const { topic } = message;
  const position = positionOf(message);
  const facts = { err: fault, topic, key: message.key, position, partition: message.partition, offset: message.offset };
  // Without a position the aggregate cannot be held: its next event will show the gap, and park it.
  if (consumptions(topic).onPoison === 'park' && position !== undefined) {
    await db.transaction(async (tx) => {
      await parkAt(tx, message, position, detailOf(fault));
      await consumptions(topic).onHeldBack?.([message], tx);
    });
    log.error(facts, 'event cannot be handled; its aggregate is parked');
    return;
  }
  await deadLetter(options, message, fault);
  await db.transaction(async (tx) => {
    await stepOver(tx, options, message, position);
    await keepDeadLetter(tx, message, { reason: codeOf(fault), detail: detailOf(fault) });
    await consumptions(topic).onHeldBack?.([message], tx);
  });
  log.error(facts, 'event cannot be handled; it is a dead letter now');
};

const parkAt = async (tx: Tx, message: IncomingMessage, position: number, detail: string): Promise<void> => {
  const { topic, key } = message;
  await consume(tx, [message], []);
  await lockProgress(tx, topic, key);
  await park(tx, { topic, key, position: position - 1, reason: 'poison', detail, retryDelayMs: parkedRetryDelayMs });
  await keepMessage(tx, message);
};

/** Publishes first: a crash in between leaves two dead letters rather than none. */
const deadLetter = async (options: PoisonOptions, message: IncomingMessage, fault: unknown): Promise<void> => {
  await options.bus.publish([toDeadLetter(options.group, message, fault)]);
  options.countDeadLetter(message.topic);
};

const toDeadLetter = (group: string, message: IncomingMessage, fault: unknown): OutgoingMessage => ({
  topic: `${message.topic}.dlq`,
  key: message.key,
  headers: {
    ...message.headers,
    dlq_reason: codeOf(fault),
    dlq_detail: detailOf(fault),
    dlq_group: group,
    dlq_topic: message.topic,
    dlq_partition: String(message.partition),
    dlq_offset: String(message.offset),
  },
  value: JSON.stringify(
    typeof message.value === 'object' && message.value !== null ? message.value : { raw: message.value },
  ),
});

const stepOver = async (
  tx: Tx,
  options: PoisonOptions,
  message: IncomingMessage,
  position: number | undefined,
): Promise<void> => {
  const { topic, key } = message;
  await consume(tx, [message], []);
  if (position === undefined) return;
  const known = await lockProgress(tx, topic, key);
  const last = known?.position ?? 0;
  if (position !== last + 1) throw new OvertakenError(`${key} of ${topic} is at ${last} already.`);
  await options.consumptions(topic).onDeadLetter?.(message, tx);
  await saveProgress(tx, { topic, key, position, known });
};

export const detailOf = (fault: unknown): string =>
  (fault instanceof Error ? fault.message : String(fault)).slice(0, detailLengthMax);

const codeOf = (fault: unknown): string =>
  fault instanceof Error && 'code' in fault && typeof fault.code === 'string' ? fault.code : 'handler.fault';
