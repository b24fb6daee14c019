import { setTimeout as pause } from 'node:timers/promises';
import { type IncomingMessage } from '../../bus/bus';
import { PoisonError } from '../../bus/envelope';
import { faultPoint } from '../../faults/fault-point';
import { isRetryableFault } from '../../postgres/faults';
import { type ParkedKey } from './admit-closely';
import { applyAtOnce, applyMessages, toBatch } from './batch';
import { openBatchSpans, type BatchSpans } from './batch-spans';
import { type ParkedOptions } from './parked';
import { parkOrDeadLetter } from './poison';

/** A fault that is not known to pass may still be a race; after this many tries it is the message. */
const triesMax = 3;
const tryDelayMs = 100;

export interface BatchHandlerOptions extends ParkedOptions {
  readonly waitsForDisk: boolean;
  readonly onGaps: (gaps: readonly ParkedKey[]) => void;
  /** An aggregate was parked, or may go on. */
  readonly onParked: () => void;
}

/**
 * One transaction for a batch. When it fails, one for each message, so that the failing one is found and does not hold
 * up the others. Throws faults that may pass: the batch comes again then, and finished messages are skipped.
 */
export const createBatchHandler =
  (options: BatchHandlerOptions) =>
  async (messages: readonly IncomingMessage[]): Promise<void> => {
    try {
      await applyTogether(options, messages);
    } catch (fault) {
      if (isRetryableFault(fault)) throw fault;
      for (const message of messages) await applyAlone(options, message);
    }
  };

const applyTogether = async (options: BatchHandlerOptions, messages: readonly IncomingMessage[]): Promise<void> => {
  const { group, bus } = options;
  const spans = openBatchSpans(messages, { group, isBusOnOtherServer: bus.isOnOtherServer });
  try {
    await apply(options, messages, spans);
    spans?.end();
  } catch (fault) {
    spans?.end(fault);
    throw fault;
  }
};

const apply = async (
  options: BatchHandlerOptions,
  messages: readonly IncomingMessage[],
  spans: BatchSpans | undefined,
): Promise<void> => {
  const { db, bus, consumptions, waitsForDisk, afterCommit, onGaps, onParked } = options;
  const batch = toBatch(messages, consumptions, spans);
  const { handled, gaps, isGapFilled } =
    (await applyAtOnce(db, batch, { isBusOnOtherServer: bus.isOnOtherServer })) ??
    (await db.transaction((tx) => applyMessages(tx, batch), { waitsForDisk }));
  faultPoint('consumer.after_effect');
  for (const one of handled) afterCommit(one);
  if (gaps.length > 0) onGaps(gaps);
  if (gaps.length > 0 || isGapFilled) onParked();
};

const applyAlone = async (options: BatchHandlerOptions, message: IncomingMessage, tries = 1): Promise<void> => {
  try {
    await applyTogether(options, [message]);
  } catch (fault) {
    if (isRetryableFault(fault)) throw fault;
    if (tries === triesMax || fault instanceof PoisonError) return parkOrDeadLetter(options, message, fault);
    await pause(tryDelayMs);
    await applyAlone(options, message, tries + 1);
  }
};
