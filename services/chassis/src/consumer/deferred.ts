import { type IncomingMessage } from '../bus/bus';
import { type Logger } from '../log/logger';
import { isUrgent, type Consumptions } from './consumption';

/** During this time the bus shows a lag that is none, and a gap behind such a message is not noticed. */
const deferredMsMax = 1_000;

/** One transaction takes as many easily. */
const deferredMessagesMax = 500;

export interface Deferring {
  readonly handle: (messages: readonly IncomingMessage[]) => Promise<void>;
  /** Saves the deferred messages. */
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
  let flushing: Promise<void> = Promise.resolve();

  const applyAll = async (messages: readonly IncomingMessage[]): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    const all = [...deferred, ...messages];
    if (all.length === 0) return;
    await apply(all);
    deferred = [];
  };
  const flush = (): Promise<void> =>
    applyAll([]).catch((fault: unknown) => log.debug({ err: fault }, 'progress not saved; it is with the next batch'));

  return {
    handle: async (messages) => {
      await flushing;
      const isWaitedFor = messages.some((message) => isUrgent(consumptions(message.topic), message));
      if (isWaitedFor || deferred.length + messages.length > deferredMessagesMax) return applyAll(messages);
      deferred = [...deferred, ...messages];
      timer ??= setTimeout(() => void (flushing = flush()), deferredMsMax).unref();
    },
    stop: async () => {
      await flushing;
      await flush();
    },
  };
};
