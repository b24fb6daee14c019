import { type Clock } from '../clock';
import { type Logger } from '../log/logger';
import { poll, type Poll } from './poll';

export interface DuePoll extends Omit<Poll, 'hurry' | 'wakeWithin'> {
  /**
   * Announces a due time: call it after the commit that writes it. Costs nothing when the next look comes first; a time
   * later than the backstop need not be announced.
   */
  readonly expect: (dueAt: string) => void;
}

/** The result of a look. */
export interface Look {
  /** More is due already: look again at once. */
  readonly isMore: boolean;
  /** When the next item comes due; null when none is known. It must be later than the time of the look. */
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

/** Finds items of a process that died before doing them: no user waits for those in front of a page. */
const backstopMsDefault = 10_000;

/** A due time in the database has microseconds and reaches the code cut to milliseconds. */
const roundingMs = 1;

/**
 * Looks for due items, and sleeps until the next one is due. No query runs before that, except by the backstop.
 */
export const pollDue = ({ name, clock, log, look, backstopMs = backstopMsDefault }: DuePollOptions): DuePoll => {
  // Unknown before the first look, which is therefore made at once.
  let nextDueMs = -Infinity;

  const loop = poll({
    name,
    log,
    intervalMs: () => Math.max(0, Math.min(backstopMs, nextDueMs + roundingMs - clock.now().getTime())),
    run: async () => {
      // An item expected during the look may be missing from its result, so the earlier of both counts.
      nextDueMs = Infinity;
      const { isMore, nextDueAt } = await look();
      if (nextDueAt !== null) nextDueMs = Math.min(nextDueMs, Date.parse(nextDueAt));
      return isMore;
    },
  });
  // A due time that was not announced, because the backstop comes before it, may be due after the move.
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
