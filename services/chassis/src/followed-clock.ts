import { createMoveListeners, type Clock } from './clock';
import { type Logger } from './log/logger';
import { every } from './waiting/poll';

export interface FollowedClock extends Required<Clock> {
  stop(): Promise<void>;
}

export interface FollowedClockOptions {
  /** Answers GET with `{ offsetMs }`: how far its time is from this machine's. */
  readonly url: string;
  readonly log: Logger;
  readonly intervalMs?: number;
}

/** Somebody who moves the clock by hand waits about this long for everybody to follow; asking costs next to nothing. */
const intervalMsDefault = 1_000;
/** The clock is on the same machine or next to it; whoever takes longer is asked again at the next interval. */
const timeoutMs = 2_000;

/**
 * Time as the sandbox has it, so that expiries and retries of hours can be tried in seconds. The first answer is waited
 * for, within its timeout; while there is none the last offset stays, and before the first it is this machine's time.
 */
export const followClock = async (o: FollowedClockOptions): Promise<FollowedClock> => {
  const stopping = new AbortController();
  let offsetMs = 0;
  let isSilent = false;
  const moves = createMoveListeners();

  const ask = async (): Promise<void> => {
    try {
      const next = await readOffsetMs(o.url, stopping.signal);
      isSilent = false;
      if (next === offsetMs) return;
      o.log.info({ offsetMs: next }, 'the clock was moved');
      offsetMs = next;
      moves.tell();
    } catch (err) {
      // Told once: a sandbox that restarts would otherwise fill the log of every service.
      if (!isSilent && !stopping.signal.aborted) o.log.warn({ err, url: o.url }, 'the clock does not answer');
      isSilent = true;
    }
  };

  await ask();
  const intervalMs = o.intervalMs ?? intervalMsDefault;
  const following = every({ name: 'sandbox clock', intervalMs, firstDelayMs: intervalMs, log: o.log, run: ask });
  return {
    now: () => new Date(Date.now() + offsetMs),
    onMove: moves.onMove,
    stop: async () => {
      stopping.abort();
      await following.stop();
    },
  };
};

const readOffsetMs = async (url: string, stopping: AbortSignal): Promise<number> => {
  const answer = await fetch(url, { signal: AbortSignal.any([stopping, AbortSignal.timeout(timeoutMs)]) });
  const body: unknown = answer.ok ? await answer.json() : undefined;
  if (typeof body === 'object' && body !== null && 'offsetMs' in body && Number.isSafeInteger(body.offsetMs)) {
    return Number(body.offsetMs);
  }
  throw new Error(`The clock answered ${answer.status} without an offset.`);
};
