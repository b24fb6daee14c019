import { setTimeout as pause } from 'node:timers/promises';

/** Requests of one merchant that wait at a time: each is a connection that is kept open. */
const waitersPerUserMax = 20;

/** Of all merchants: a few thousand open connections are what a process serves with ease. */
const waitersMax = 2_000;

/** Another process may have written into the feed; it tells only those who wait there. */
const lookAgainMs = 1_000;

export type FeedWaiters = ReturnType<typeof createFeedWaiters>;

export interface Waiting<T> {
  readonly userId: number;
  readonly waitMs: number;
  /** Aborted when the caller has gone away. */
  readonly signal: AbortSignal;
  readonly read: () => Promise<T>;
  readonly isFound: (read: T) => boolean;
}

/** Lets requests wait for their feed to grow. */
export const createFeedWaiters = () => {
  const waiting = new Map<number, Set<AbortController>>();
  let waiters = 0;
  let isStopped = false;

  /** Until the feed has grown, or perhaps has. */
  const grown = async (userId: number, waitMs: number, signal: AbortSignal): Promise<void> => {
    const wake = new AbortController();
    const own = waiting.get(userId) ?? new Set();
    waiting.set(userId, own.add(wake));
    waiters += 1;
    try {
      await pause(Math.min(waitMs, lookAgainMs), undefined, { signal: AbortSignal.any([wake.signal, signal]) });
    } catch {
      // Woken, or the caller has gone.
    } finally {
      waiters -= 1;
      own.delete(wake);
      if (own.size === 0) waiting.delete(userId);
    }
  };
  const mayWait = (userId: number): boolean =>
    !isStopped && waiters < waitersMax && (waiting.get(userId)?.size ?? 0) < waitersPerUserMax;

  return {
    /** Reads, and again when the feed may have grown, until something is found or the time is over. */
    untilFound: async <T>({ userId, waitMs, signal, read, isFound }: Waiting<T>): Promise<T> => {
      const endsAtMs = performance.now() + waitMs;
      for (;;) {
        const found = await read();
        const leftMs = endsAtMs - performance.now();
        if (isFound(found) || leftMs <= 0 || signal.aborted || !mayWait(userId)) return found;
        await grown(userId, leftMs, signal);
      }
    },
    wake: (userIds: readonly number[]): void => {
      for (const userId of userIds) waiting.get(userId)?.forEach((wake) => wake.abort());
    },
    /** Those who wait are answered now. */
    stop: (): void => {
      isStopped = true;
      for (const own of waiting.values()) own.forEach((wake) => wake.abort());
    },
  };
};
