import { setTimeout as pause } from 'node:timers/promises';
import { type AnyEvent } from '@repasse/contracts';
import { type IncomingMessage, type OwnershipSignal } from '../bus/bus';
import { PoisonError } from '../bus/envelope';
import { faultPoint } from '../faults/fault-point';
import { isRetryableFault } from '../postgres/faults';
import { applyMessages } from './batch';
import { type ParkedOptions } from './parked';
import { bury } from './poison';

/** A fault that is not known to pass may still be a race; after this many tries it is the message. */
const triesMax = 3;
const tryDelayMs = 100;

export interface BatchHandlerOptions extends ParkedOptions {
  readonly onGap: (keys: readonly string[]) => void;
  readonly onGapFilled: () => void;
}

/**
 * One transaction for a batch. When it fails, one for each message, so that the culprit is found and the others are
 * not held up by it. Throws what may pass by itself: the batch comes again then, and what took effect is skipped.
 */
export const createBatchHandler =
  (options: BatchHandlerOptions) =>
  async (messages: readonly IncomingMessage[], signal: OwnershipSignal): Promise<void> => {
    try {
      await applyTogether(options, messages);
    } catch (fault) {
      if (isRetryableFault(fault)) throw fault;
      for (const message of messages) {
        if (signal.isLost()) throw new LostPartitionError('The partition belongs to somebody else now.');
        await applyAlone(options, message);
      }
    }
  };

export class LostPartitionError extends Error {
  override readonly name = 'LostPartitionError';
  readonly code = 'consumer.partition_lost';
  readonly isRetryable = true;
}

const applyTogether = async (options: BatchHandlerOptions, messages: readonly IncomingMessage[]): Promise<void> => {
  const { db, topic, afterCommit, onGap, onGapFilled } = options;
  const { handled, gaps, filled } = await db.transaction((tx) => applyMessages(tx, topic, messages, options));
  faultPoint('consumer.after_effect');
  if (handled.length > 0) afterCommit(handled);
  if (gaps.length > 0) onGap(gaps);
  if (filled.length > 0) onGapFilled();
};

const applyAlone = async (options: BatchHandlerOptions, message: IncomingMessage): Promise<void> => {
  for (let tries = 1; ; tries += 1) {
    try {
      await applyTogether(options, [message]);
      return;
    } catch (fault) {
      if (isRetryableFault(fault)) throw fault;
      if (tries === triesMax || fault instanceof PoisonError) return bury(options, message, fault);
      await pause(tryDelayMs);
    }
  }
};

/** Whatever wakes relays and waiters must not undo what is committed. */
export const guarded =
  (afterCommit: ((events: readonly AnyEvent[]) => void) | undefined, onFault: (fault: unknown) => void) =>
  (events: readonly AnyEvent[]): void => {
    try {
      afterCommit?.(events);
    } catch (fault) {
      onFault(fault);
    }
  };
