import { type Clock } from '@repasse/chassis/clock';
import { type Logger } from '@repasse/chassis/log/logger';
import { every, type Poll } from '@repasse/chassis/waiting/poll';

export interface LiveWatch<State> {
  /**
   * The state of the object with this id, loaded once for all its watchers, and a call for each change of it until
   * `leave` is called. Throws the faults of loading.
   */
  watch(id: string, onChange: (state: State) => void): Promise<Watching<State>>;
  stop(): Promise<void>;
}

export interface Watching<State> {
  readonly state: State;
  readonly leave: () => void;
}

interface WatchOptions<State> {
  /** One text for each id that differs as soon as anything its payer sees does. One query, however many there are. */
  readonly versionsOf: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  readonly load: (id: string) => Promise<State>;
  readonly clock: Clock;
  readonly log: Logger;
  readonly everyMs?: number;
}

/** Soon enough to feel live to a payer who comes back from the bank's app. */
const everyMsDefault = 1_000;

interface Watched<State> {
  version: string | undefined;
  /** The state last sent to all its watchers. */
  state: State | undefined;
  readonly listeners: Set<(state: State) => void>;
  /** The first load, for watchers that come meanwhile. */
  opening: Promise<void>;
}

/**
 * Checks all watched objects with one query a second, and loads a changed one once, however many pages show it. Nothing
 * runs without watchers. When the clock is moved by hand, the pages' countdowns are updated.
 */
export const createLiveWatch = <State>(options: WatchOptions<State>): LiveWatch<State> => {
  const { versionsOf, load, clock, log, everyMs = everyMsDefault } = options;
  const all = new Map<string, Watched<State>>();
  let looking: Poll | undefined;
  let lastLook: Promise<void> | undefined;

  const tell = async (id: string, watched: Watched<State>, version: string | undefined): Promise<void> => {
    try {
      const state = await load(id);
      // Only now: a load that failed is tried again by the next look.
      watched.version = version;
      watched.state = state;
      watched.listeners.forEach((listener) => listener(state));
    } catch (err) {
      log.warn({ err, id }, 'payers could not be told of a change');
    }
  };
  const look = async (): Promise<void> => {
    const opened = [...all].filter(([, { state }]) => state !== undefined);
    if (opened.length === 0) return;
    const versions = await versionsOf(opened.map(([id]) => id));
    // One after the other: many that change at once must not take all connections of the service.
    for (const [id, watched] of opened) {
      const version = versions.get(id);
      if (version !== watched.version) await tell(id, watched, version);
    }
  };
  const stopListening = clock.onMove?.(() => {
    for (const [id, watched] of all) if (watched.state !== undefined) void tell(id, watched, watched.version);
  });

  const enter = (id: string): Watched<State> => {
    const known = all.get(id);
    if (known) return known;
    // The version first: the next look reports changes between the two.
    const open = async (): Promise<void> => {
      watched.version = (await versionsOf([id])).get(id);
      watched.state = await load(id);
    };
    const watched: Watched<State> = { version: undefined, state: undefined, listeners: new Set(), opening: nothing };
    all.set(id, watched);
    watched.opening = open();
    return watched;
  };
  const leave = (id: string, watched: Watched<State>, listener: (state: State) => void): void => {
    watched.listeners.delete(listener);
    if (watched.listeners.size === 0 && all.get(id) === watched) all.delete(id);
    if (all.size > 0) return;
    lastLook = looking?.stop();
    looking = undefined;
  };

  return {
    watch: async (id, onChange) => {
      const watched = enter(id);
      watched.listeners.add(onChange);
      try {
        await watched.opening;
      } catch (fault) {
        leave(id, watched, onChange);
        throw fault;
      }
      if (watched.state === undefined) throw new Error(`${id} was opened and has no state.`);
      looking ??= every({ name: 'live watch', intervalMs: everyMs, firstDelayMs: everyMs, log, run: look });
      return { state: watched.state, leave: () => leave(id, watched, onChange) };
    },
    stop: async () => {
      stopListening?.();
      await Promise.all([lastLook, looking?.stop()]);
    },
  };
};

const nothing = Promise.resolve();
