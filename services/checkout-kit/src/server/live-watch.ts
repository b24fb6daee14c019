import type { Clock } from '@repasse/chassis/clock';
import type { Logger } from '@repasse/chassis/log/logger';
import { every, type Poll } from '@repasse/chassis/waiting/poll';

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

interface Watched {
  version: string | undefined;
  readonly listeners: Set<() => void>;
}

/**
 * Looks at everything that somebody watches with one query a second, so that a thousand open pages cost the database
 * no more than one. Nothing runs while nobody watches. Where the clock is moved by hand, the pages' countdowns are told.
 */
export const createLiveWatch = ({ versionsOf, clock, log, everyMs = everyMsDefault }: WatchOptions): LiveWatch => {
  const all = new Map<string, Watched>();
  let looking: Poll | undefined;
  let lastLook: Promise<void> | undefined;

  const look = async (): Promise<void> => {
    const versions = await versionsOf([...all.keys()]);
    for (const [id, watched] of all) {
      const version = versions.get(id);
      const isNews = version !== watched.version;
      watched.version = version;
      if (isNews) tellAll(watched);
    }
  };
  const stopListening = clock.onMove?.(() => all.forEach(tellAll));

  const watch: LiveWatch['watch'] = (id, onChange) => {
    const watched = all.get(id) ?? { version: undefined, listeners: new Set() };
    all.set(id, watched);
    watched.listeners.add(onChange);
    // Something may have changed since the newcomer's state was read, so the next look is news in any case.
    watched.version = undefined;
    looking ??= every({ name: 'live watch', intervalMs: everyMs, firstDelayMs: everyMs, log, run: look });
    return () => {
      watched.listeners.delete(onChange);
      if (watched.listeners.size === 0 && all.get(id) === watched) all.delete(id);
      if (all.size > 0) return;
      lastLook = looking?.stop();
      looking = undefined;
    };
  };

  return {
    watch,
    stop: async () => {
      stopListening?.();
      await Promise.all([lastLook, looking?.stop()]);
    },
  };
};

const tellAll = ({ listeners }: Watched): void => listeners.forEach((tell) => tell());
