import { type IncomingMessage } from '../bus/bus';
import { type Logger } from '../log/logger';
import { isUrgent, type Consumptions } from './consumption';

/** Until then the bus shows a lag that is none, and a gap behind such a message is not noticed. */
const deferredMsMax = 1_000;

/** As many as one transaction takes with ease. */
const deferredMessagesMax = 500;

export interface Deferring {
  readonly handle: (messages: readonly IncomingMessage[]) => Promise<void>;
  /** Saves what was put off. */
  readonly stop: () => Promise<void>;
}

/**
 * Puts off messages whose effect nobody waits for until one comes that is waited for, or for a second: they are then part
 * of the same transaction, and cost none of their own. A crash in between brings them again, which changes nothing.
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
