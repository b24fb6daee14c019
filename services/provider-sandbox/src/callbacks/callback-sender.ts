import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { toIso } from '@repasse/chassis/clock';
import { openExchange } from '@repasse/chassis/http/exchange';
import { type Logger } from '@repasse/chassis/log/logger';
import { type Tx } from '@repasse/chassis/postgres/database';
import { type Documents } from '../store/documents';
import { type Switches } from '../store/switches';
import { type SandboxClock } from '../store/sandbox-clock';
import { dueDocuments, type DueWork, type Sweeper } from '../sweeper';
import { type Callback, type CallbackMessage, type CallingProvider } from './callback';
import { carriers } from './carriers';
import { createOvertaking } from './overtaking';
import { putOff } from './put-off';

export interface CallbackSender {
  /** Keeps messages in the transaction of their facts. Dispatch them after the commit. */
  queue(messages: readonly CallbackMessage[], tx: Tx): Promise<readonly Callback[]>;
  /** Sends at once, or as chaos has it. Does not wait: the payer is not kept by a slow merchant. */
  dispatch(callbacks: readonly Callback[]): void;
  /** When a callback that is made now comes due, should the process end before it is dispatched. */
  dueUnlessSent(provider: CallingProvider): string;
  /** Keeps the turn of callbacks that wait for another try when the sandbox's clock is turned back. */
  turnBack(ms: number): Promise<void>;
  /** Further tries, and those of a process that ended. */
  readonly due: DueWork;
  stop(): Promise<void>;
}

const answerTimeoutMs = 10_000;
/** Longer than an attempt can take. */
const attemptMsMax = 30_000;

/** As many at once as come due in one look; nothing in an answer is read but its status. */
const socketsMax = 100;
const answerBytesMax = 64 * 1_024;

interface Options {
  readonly kept: Documents<Callback>;
  readonly chaos: Switches['chaos'];
  readonly clock: SandboxClock;
  readonly sweeper: Pick<Sweeper, 'expect'>;
  readonly log: Logger;
}

export const createCallbackSender = ({ kept, chaos, clock, sweeper, log }: Options): CallbackSender => {
  const stopping = new AbortController();
  const merchants = openExchange({ socketsMax, answerBytesMax, longAnswer: 'cut', repeatsUnanswered: true });
  const underWay = createUnderWay(stopping.signal, log);
  const overtaking = createOvertaking(stopping.signal);

  /** Why the merchant did not take it; undefined when they did. */
  const post = async ({ provider, address, body, secret }: Callback): Promise<string | undefined> => {
    const { userAgent, sign } = carriers[provider];
    const signature = secret === undefined ? {} : sign?.(secret, body, clock.now());
    const headers = { 'content-type': 'application/json', 'user-agent': userAgent, ...signature };
    const request = { method: 'POST', url: new URL(address), headers, body, timeoutMs: answerTimeoutMs };
    try {
      const { status } = await merchants.exchange(request);
      return status >= 200 && status < 300 ? undefined : `status ${status}`;
    } catch (fault) {
      return fault instanceof Error ? `${fault.name}: ${fault.message}` : 'no answer';
    }
  };

  const attempt = async (callback: Callback): Promise<unknown> => {
    const { id: callbackId, provider } = callback;
    const triedAt = clock.now();
    const failure = await post(callback);
    if (failure === undefined) return kept.delete(callbackId);
    const attempts = callback.attempts + 1;
    const delayMs = carriers[provider].retryDelaysMs[callback.attempts];
    log.warn({ callbackId, provider, attempts, failure, delayMs }, 'callback not taken');
    if (delayMs === undefined) return kept.delete(callbackId);
    return putOff(clock, { triedAt, delayMs }, async (dueAt) => {
      await kept.save({ ...callback, attempts, dueAt });
      sweeper.expect(dueAt);
    });
  };

  const misbehave = async (callback: Callback): Promise<unknown> => {
    const { dropCallbacks, duplicateCallbacks, delayCallbacksMs, reorderCallbacks } = chaos.get()[callback.provider];
    if (dropCallbacks) return kept.delete(callback.id);
    if (delayCallbacksMs > 0) await pause(delayCallbacksMs, undefined, { signal: stopping.signal });
    if (duplicateCallbacks) await post(callback);
    return reorderCallbacks ? overtaking.inTurn(callback.provider, () => attempt(callback)) : attempt(callback);
  };

  const dueUnlessSent = (provider: CallingProvider): string =>
    toIso(new Date(clock.now().getTime() + attemptMsMax + chaos.get()[provider].delayCallbacksMs));

  return {
    dueUnlessSent,
    queue: (messages, tx) =>
      Promise.all(
        messages.map(async (message) => {
          const made = { id: randomUUID(), attempts: 0, createdAt: toIso(clock.now()) };
          const callback = { ...message, ...made, dueAt: dueUnlessSent(message.provider) };
          await kept.save(callback, tx);
          return callback;
        }),
      ),
    dispatch: (callbacks) => callbacks.forEach((callback) => underWay.start(callback, () => misbehave(callback))),
    turnBack: (ms) => kept.bringNearer(ms),
    due: dueDocuments('callbacks', clock, kept.listDue, async (listed) =>
      underWay.start(listed, async () => {
        // It may have been sent, or put off, since it was listed.
        const callback = await kept.find(listed.id);
        if (callback?.attempts === listed.attempts) await attempt(callback);
      }),
    ),
    stop: async () => {
      stopping.abort();
      merchants.close();
      await underWay.ended();
    },
  };
};

/** Only one attempt at a time works on a callback. */
const createUnderWay = (stopping: AbortSignal, log: Logger) => {
  const underWay = new Map<string, Promise<void>>();
  return {
    start: ({ id }: Callback, work: () => Promise<unknown>): void => {
      if (stopping.aborted || underWay.has(id)) return;
      const settled = work().then(
        () => undefined,
        (fault: unknown) => {
          // It is still kept, and comes due again.
          if (!stopping.aborted) log.error({ err: fault }, 'callback could not be handled');
        },
      );
      underWay.set(id, settled);
      void settled.finally(() => underWay.delete(id));
    },
    ended: () => Promise.all(underWay.values()),
  };
};
