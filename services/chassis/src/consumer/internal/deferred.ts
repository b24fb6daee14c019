import { type IncomingMessage } from '../../bus/bus';
import { OffsetsLostError } from '../../bus/internal/offsets-lost';
import { type Logger } from '../../log/logger';
import { createInTurn } from '../../waiting/in-turn';
import { isUrgent, type Consumptions } from '../consumption';

/** During this time the bus shows a lag that is none, and a gap behind such a message is not noticed. */
const deferredMsMax = 1_000;

/** One transaction takes as many easily. */
const deferredMessagesMax = 500;

export interface Deferring {
  readonly handle: (messages: readonly IncomingMessage[]) => Promise<void>;
  /** Saves the deferred messages. Rejects when that failed; they are then saved with the next messages. */
  readonly save: () => Promise<void>;
  /** Saves them as far as that is possible. */
  readonly stop: () => Promise<void>;
}

/**
 * Defers messages that are not urgent until an urgent one comes, or for a second. They then share one transaction
 * instead of taking one each. A crash in between brings them again, which changes nothing.
 */
export const deferIdle = (
  apply: (messages: readonly IncomingMessage[]) => Promise<void>,
  consumptions: Consumptions,
  log: Logger,
): Deferring => {
  let deferred: readonly IncomingMessage[] = [];
  let timer: NodeJS.Timeout | undefined;
  /** Two at once would save the same messages. */
  const inTurn = createInTurn();

  const applyAll = async (messages: readonly IncomingMessage[]): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    const all = [...deferred, ...messages];
    if (all.length === 0) return;
    try {
      await apply(all);
      deferred = [];
    } catch (fault) {
      // The reader begins anew at the offsets that are stored, so the deferred messages come again.
      if (fault instanceof OffsetsLostError) deferred = [];
      throw fault;
    }
  };
  const take = async (messages: readonly IncomingMessage[]): Promise<void> => {
    const isWaitedFor = messages.some((message) => isUrgent(consumptions(message.topic), message));
    if (isWaitedFor || deferred.length + messages.length > deferredMessagesMax) return applyAll(messages);
    deferred = [...deferred, ...messages];
    timer ??= setTimeout(() => void saveIfPossible(), deferredMsMax).unref();
  };
  const save = (): Promise<void> => inTurn(() => applyAll([]));
  const saveIfPossible = (): Promise<void> =>
    save().catch((fault: unknown) => log.debug({ err: fault }, 'progress not saved; it is with the next batch'));

  return { handle: (messages) => inTurn(() => take(messages)), save, stop: saveIfPossible };
};
