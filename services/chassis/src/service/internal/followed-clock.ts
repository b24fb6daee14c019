import { createMoveListeners, type Clock } from '../../clock';
import { openExchange, type Exchange } from '../../http/exchange';
import { type Logger } from '../../log/logger';
import { every } from '../../waiting/poll';

export interface FollowedClock extends Required<Clock> {
  stop(): Promise<void>;
}

export interface FollowedClockOptions {
  /** Answers GET with `{ offsetMs }`: how far its time is from this machine's. */
  readonly url: string;
  readonly log: Logger;
  readonly intervalMs?: number;
}

/**
 * After moving the clock by hand, a developer waits about this long for all services; a request costs next to nothing.
 */
const intervalMsDefault = 1_000;
/** The clock is on the same machine or next to it; a slower request is repeated at the next interval. */
const timeoutMs = 2_000;
const answerBytesMax = 1_024;

/**
 * The sandbox's time, so that expiries and retries of hours can be tested in seconds. The start waits for the first
 * answer, within its timeout. Without an answer the last offset stays; before the first it is this machine's time.
 */
export const followClock = async (o: FollowedClockOptions): Promise<FollowedClock> => {
  const { exchange, close } = openExchange({ socketsMax: 1, answerBytesMax, repeatsUnanswered: true });
  let offsetMs = 0;
  let isSilent = false;
  let isStopping = false;
  const moves = createMoveListeners();

  const ask = async (): Promise<void> => {
    try {
      const next = await readOffsetMs(o.url, exchange);
      isSilent = false;
      if (next === offsetMs) return;
      o.log.info({ offsetMs: next }, 'the clock was moved');
      offsetMs = next;
      moves.tell();
    } catch (err) {
      // Logged once: a sandbox that restarts would otherwise fill the log of every service.
      if (!isSilent && !isStopping) o.log.warn({ err, url: o.url }, 'the clock does not answer');
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
      isStopping = true;
      close();
      await following.stop();
    },
  };
};

const readOffsetMs = async (url: string, exchange: Exchange): Promise<number> => {
  const { status, text } = await exchange({ url: new URL(url), method: 'GET', headers: {}, timeoutMs });
  const body: unknown = status === 200 ? JSON.parse(text) : undefined;
  if (typeof body === 'object' && body !== null && 'offsetMs' in body && Number.isSafeInteger(body.offsetMs)) {
    return Number(body.offsetMs);
  }
  throw new Error(`The clock answered ${status} without an offset.`);
};
