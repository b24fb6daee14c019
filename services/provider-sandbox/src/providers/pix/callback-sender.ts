import { setTimeout as pause } from 'node:timers/promises';
import { type Logger } from '@repasse/chassis/log/logger';
import { type Callback, type CallbackTable } from '../../store/callback-table';
import { type ChaosSwitches } from '../../store/chaos-switches';

export interface CallbackSender {
  /** Sends at once, or as chaos has it. Does not wait: the payer is not kept by a slow merchant. */
  dispatch(callback: Callback): void;
  /** When another process may take a callback that is made now and dispatched here. */
  leaseUntil(): string;
  stop(): Promise<void>;
}

/** API Pix leaves the schedule to the PSP; this one gives up after about an hour, as some real ones do. */
const retryDelaysMs = [1_000, 5_000, 30_000, 120_000, 600_000, 3_000_000];
const answerTimeoutMs = 10_000;
/** Longer than an attempt can take, so that one under way is not sent a second time. */
const leaseMs = 30_000;
const pollIntervalMs = 250;
const batchMax = 50;
/** How long a callback waits for the next one to overtake it, should none come. */
const overtakenWithinMs = 2_000;

interface Options {
  readonly table: CallbackTable;
  readonly chaos: ChaosSwitches;
  readonly log: Logger;
}

export const createCallbackSender = ({ table, chaos, log }: Options): CallbackSender => {
  const stopping = new AbortController();
  const underWay = new Set<Promise<void>>();
  let waiting: AbortController | undefined;

  const track = (work: Promise<void>): void => {
    const guarded = work.catch((fault: unknown) => {
      // The row is still there; its lease runs out and the poll takes it.
      if (!stopping.signal.aborted) log.error({ err: fault }, 'callback could not be handled');
    });
    underWay.add(guarded);
    void guarded.finally(() => underWay.delete(guarded));
  };

  const attempt = async (callback: Callback): Promise<void> => {
    const failure = await post(callback, stopping.signal);
    if (failure === undefined) return table.delete(callback.id);
    const attempts = callback.attempts + 1;
    const delayMs = retryDelaysMs[callback.attempts];
    log.warn({ callbackId: callback.id, attempts, failure, delayMs }, 'callback not taken');
    if (delayMs === undefined) return table.delete(callback.id);
    return table.reschedule(callback.id, attempts, inMs(delayMs));
  };

  const misbehave = async (callback: Callback): Promise<void> => {
    const { dropCallbacks, duplicateCallbacks, delayCallbacksMs, reorderCallbacks } = chaos.get().pix;
    if (dropCallbacks) return table.delete(callback.id);
    if (delayCallbacksMs > 0) await pause(delayCallbacksMs, undefined, { signal: stopping.signal });
    if (duplicateCallbacks) await post(callback, stopping.signal);
    return reorderCallbacks ? overtake(callback) : attempt(callback);
  };

  /** Every second callback goes before the one that came before it. */
  const overtake = async (callback: Callback): Promise<void> => {
    const overtaken = waiting;
    waiting = overtaken === undefined ? new AbortController() : undefined;
    if (waiting !== undefined) {
      const wake = AbortSignal.any([stopping.signal, waiting.signal]);
      const mine = waiting;
      await pause(overtakenWithinMs, undefined, { signal: wake }).catch(() => undefined);
      if (waiting === mine) waiting = undefined;
      if (stopping.signal.aborted) return;
    }
    await attempt(callback);
    overtaken?.abort();
  };

  const poll = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const due = await table.takeDue(inMs(0), inMs(leaseMs), batchMax).catch((fault: unknown) => {
        log.error({ err: fault }, 'due callbacks could not be read');
        return [];
      });
      for (const callback of due) track(attempt(callback));
      await pause(pollIntervalMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  };

  const polling = poll();
  return {
    dispatch: (callback) => track(misbehave(callback)),
    leaseUntil: () => inMs(leaseMs + chaos.get().pix.delayCallbacksMs),
    stop: async () => {
      stopping.abort();
      await polling;
      await Promise.all(underWay);
    },
  };
};

/** Real time, whatever the sandbox's clock says: moving that must not fire or hold back retries. */
const inMs = (ms: number): string => new Date(Date.now() + ms).toISOString();

/** Why the merchant did not take it; undefined when they did. The standard appends /pix to the registered address. */
const post = async ({ webhookUrl, pix }: Callback, stopping: AbortSignal): Promise<string | undefined> => {
  try {
    const answer = await fetch(callbackUrl(webhookUrl), {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': 'Repasse-Sandbox-PSP' },
      body: JSON.stringify({ pix: [pix] }),
      redirect: 'manual',
      signal: AbortSignal.any([stopping, AbortSignal.timeout(answerTimeoutMs)]),
    });
    // The body says nothing, but must be read for the connection to be used again.
    await answer.arrayBuffer();
    return answer.ok ? undefined : `status ${answer.status}`;
  } catch (fault) {
    return fault instanceof Error ? `${fault.name}: ${fault.message}` : 'no answer';
  }
};

/** A query string (`?hmac=…`, as some PSPs advise) stays behind the path. */
export const callbackUrl = (webhookUrl: string): string => {
  const url = new URL(webhookUrl);
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/pix`;
  return url.href;
};
