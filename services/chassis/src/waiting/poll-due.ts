import { type Clock } from '../clock';
import { type Logger } from '../log/logger';
import { poll, type Poll } from './poll';

export interface DuePoll extends Omit<Poll, 'hurry' | 'wakeWithin'> {
  /**
   * Something comes due then: call it after the commit that says so. Costs nothing when the next look comes first, so
   * what is due later than a backstop from now need not be told.
   */
  readonly expect: (dueAt: string) => void;
}

/** What a look came to. */
export interface Look {
  /** More is due already: look again at once. */
  readonly isMore: boolean;
  /** When the next thing comes due; null when nothing is known to. It must be later than the time of the look. */
  readonly nextDueAt: string | null;
}

export interface DuePollOptions {
  readonly name: string;
  /** Due times are by this clock. Where it can be moved by hand, each move is followed by a look. */
  readonly clock: Clock;
  readonly log: Logger;
  readonly look: () => Promise<Look>;
  /** The longest pause between two looks. */
  readonly backstopMs?: number | undefined;
}

/** Finds what another process has made due and did not live to do itself: nobody waits for that in front of a page. */
export const backstopMsDefault = 10_000;

/** A due time in the database has microseconds and reaches the code cut to milliseconds. */
const roundingMs = 1;

/**
 * Looks for what has come due, and sleeps until the next thing does. Nothing is asked before that, except by the backstop.
 */
export const pollDue = ({ name, clock, log, look, backstopMs = backstopMsDefault }: DuePollOptions): DuePoll => {
  // Unknown before the first look, which is therefore made at once.
  let nextDueMs = -Infinity;

  const loop = poll({
    name,
    log,
    intervalMs: () => Math.max(0, Math.min(backstopMs, nextDueMs + roundingMs - clock.now().getTime())),
    run: async () => {
      // What is expected during the look may be missing from its answer, so the earlier of both counts.
      nextDueMs = Infinity;
      const { isMore, nextDueAt } = await look();
      if (nextDueAt !== null) nextDueMs = Math.min(nextDueMs, Date.parse(nextDueAt));
      return isMore;
    },
  });
  // What was not worth telling, because a backstop comes before it, may be due now.
  const stopListening = clock.onMove?.(() => loop.wake());

  return {
    wake: () => loop.wake(),
    expect: (dueAt) => {
      const dueMs = Date.parse(dueAt);
      if (dueMs >= nextDueMs) return;
      nextDueMs = dueMs;
      loop.hurry();
    },
    stop: async () => {
      stopListening?.();
      await loop.stop();
    },
    isAlive: () => loop.isAlive(),
  };
};
