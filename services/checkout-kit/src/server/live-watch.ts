import type { Clock } from '@repasse/chassis/clock';
import type { Logger } from '@repasse/chassis/log/logger';

export interface LiveWatch {
  /** Calls back whenever what has this id may have changed, until the returned function is called. */
  watch(id: string, onChange: () => void): () => void;
  stop(): Promise<void>;
}

interface WatchOptions {
  /** One text for each id that differs as soon as anything its payer sees does. One query, however many there are. */
  readonly versionsOf: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  readonly clock: Clock;
  readonly log: Logger;
  readonly everyMs?: number;
}

/** Soon enough to feel live to a payer who comes back from the bank's app. */
const everyMsDefault = 1_000;

/** A sandbox's clock is moved by hand; the pages' countdowns are told. Larger than what a busy second can be late. */
const clockJumpMs = 5_000;

interface Watched {
  version: string | undefined;
  readonly listeners: Set<() => void>;
}

/**
 * Looks at everything that somebody watches with one query a second, so that a thousand open pages cost the database
 * no more than one. Nothing runs while nobody watches.
 */
export const createLiveWatch = ({ versionsOf, clock, log, everyMs = everyMsDefault }: WatchOptions): LiveWatch => {
  const all = new Map<string, Watched>();
  const hasJumped = createJumpDetector(clock);
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> | undefined;

  const look = async (): Promise<void> => {
    const versions = await versionsOf([...all.keys()]);
    const isJump = hasJumped();
    for (const [id, watched] of all) {
      const version = versions.get(id);
      const isNews = version !== watched.version;
      watched.version = version;
      if (isNews || isJump) for (const tell of watched.listeners) tell();
    }
  };

  const lookAgain = (): void => {
    if (looking !== undefined) return;
    looking = look()
      .catch((err: unknown) => log.warn({ err }, 'what payers watch could not be read'))
      .finally(() => (looking = undefined));
  };

  const watch: LiveWatch['watch'] = (id, onChange) => {
    const watched = all.get(id) ?? { version: undefined, listeners: new Set() };
    all.set(id, watched);
    watched.listeners.add(onChange);
    // Something may have changed since the newcomer's state was read, so the next look is news in any case.
    watched.version = undefined;
    timer ??= setInterval(lookAgain, everyMs);
    return () => {
      watched.listeners.delete(onChange);
      if (watched.listeners.size === 0 && all.get(id) === watched) all.delete(id);
      if (all.size > 0) return;
      clearInterval(timer);
      timer = undefined;
    };
  };

  return {
    watch,
    stop: async () => {
      clearInterval(timer);
      await looking;
    },
  };
};

/** Whether the clock went another way than time did since the last look. */
const createJumpDetector = (clock: Clock): (() => boolean) => {
  let offsetMs: number | undefined;
  return () => {
    const before = offsetMs;
    offsetMs = clock.now().getTime() - performance.now();
    return before !== undefined && Math.abs(offsetMs - before) > clockJumpMs;
  };
};
