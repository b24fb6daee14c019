import { setTimeout as pause } from 'node:timers/promises';
import { systemClock } from '@repasse/chassis/clock';
import { openExchange } from '@repasse/chassis/http/exchange';
import { type Logger } from '@repasse/chassis/log/logger';
import { startDueWork } from '@repasse/chassis/waiting/due-work';
import { type Callback, type CallbackTable } from '../store/callback-table';
import { type ChaosProvider, type ChaosSwitches } from '../store/switches';
import { type SandboxClock } from '../store/sandbox-clock';
import { type CallbackCarrier, postCallback } from './carrier';
import { createOvertaking } from './overtaking';
import { inMs, putOff } from './put-off';

export interface CallbackSender {
  /** Sends at once, or as chaos has it. Does not wait: the payer is not kept by a slow merchant. */
  dispatch(callbacks: readonly Callback[]): void;
  /** When another process may take a callback of the provider that is made now and dispatched here. */
  readonly leaseUntil: (provider: ChaosProvider) => string;
  /** Brings what waits for another try nearer, as the sandbox's clock goes ahead. */
  advance(ms: number): Promise<void>;
  stop(): Promise<void>;
}

/** Longer than an attempt can take, so that one under way is not sent a second time. */
const leaseMs = 30_000;
/** What was put off is due together after the clock was moved; more at once would only wait for one another. */
const dueAtOnceMax = 50;

/** As many as are due at once; nothing in an answer is read but its status. */
const socketsMax = dueAtOnceMax;
const answerBytesMax = 64 * 1_024;

interface Options {
  readonly table: CallbackTable;
  readonly carriers: Readonly<Partial<Record<ChaosProvider, CallbackCarrier>>>;
  readonly chaos: ChaosSwitches;
  /** Of the sandbox's clock: what is put off counts from when it was tried. */
  readonly clock: Pick<SandboxClock, 'offsetMs'>;
  readonly log: Logger;
}

export const createCallbackSender = ({ table, carriers, chaos, clock, log }: Options): CallbackSender => {
  const stopping = new AbortController();
  const merchants = openExchange({ socketsMax, answerBytesMax, longAnswer: 'cut', repeatsUnanswered: true });
  const underWay = new Set<Promise<void>>();
  const overtaking = createOvertaking(stopping.signal);

  const track = (work: Promise<void>): void => {
    const guarded = work.catch((fault: unknown) => {
      // The row is still there; its lease runs out and it comes again.
      if (!stopping.signal.aborted) log.error({ err: fault }, 'callback could not be handled');
    });
    underWay.add(guarded);
    void guarded.finally(() => underWay.delete(guarded));
  };

  const post = async (callback: Callback): Promise<string | undefined> => {
    const prepared = await carriers[callback.provider]?.prepare(callback);
    return prepared === undefined ? undefined : postCallback(merchants.exchange, prepared, callback.body);
  };

  const attempt = async (callback: Callback): Promise<void> => {
    const triedAtOffsetMs = clock.offsetMs();
    const failure = await post(callback);
    if (failure === undefined) return table.delete(callback.id);
    const attempts = callback.attempts + 1;
    const delayMs = carriers[callback.provider]?.retryDelaysMs[callback.attempts];
    log.warn(
      { callbackId: callback.id, provider: callback.provider, attempts, failure, delayMs },
      'callback not taken',
    );
    if (delayMs === undefined) return table.delete(callback.id);
    due.expect(await putOff({ table, clock }, { callbackId: callback.id, attempts, delayMs, triedAtOffsetMs }));
  };

  const misbehave = async (callback: Callback): Promise<void> => {
    const { dropCallbacks, duplicateCallbacks, delayCallbacksMs, reorderCallbacks } = chaos.get()[callback.provider];
    if (dropCallbacks) return table.delete(callback.id);
    if (delayCallbacksMs > 0) await pause(delayCallbacksMs, undefined, { signal: stopping.signal });
    if (duplicateCallbacks) await post(callback);
    return reorderCallbacks ? overtaking.inTurn(callback.provider, () => attempt(callback)) : attempt(callback);
  };

  const due = startDueWork({
    name: 'callbacks',
    // Not the sandbox's: see put-off.ts.
    clock: systemClock,
    log,
    atOnceMax: dueAtOnceMax,
    claim: ({ now, limit }) => table.takeDue(now, inMs(leaseMs), limit),
    work: async (callback) => {
      await attempt(callback);
      return null;
    },
  });

  return {
    dispatch: (callbacks) => callbacks.forEach((callback) => track(misbehave(callback))),
    leaseUntil: (provider) => inMs(leaseMs + chaos.get()[provider].delayCallbacksMs),
    advance: async (ms) => {
      await table.advance(ms);
      due.wake();
    },
    stop: async () => {
      stopping.abort();
      merchants.close();
      await due.stop();
      await Promise.all(underWay);
    },
  };
};
