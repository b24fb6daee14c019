import { isDeepStrictEqual } from 'node:util';
import { type Logger } from '../../log/logger';
import { every } from '../../waiting/poll';

/** The settings as they are now: files of secrets are replaced while a service runs. */
export interface LiveConfig<C> {
  current(): C;
  stop(): Promise<void>;
}

export interface FollowedConfig<C> {
  readonly config: C;
  /** Reads the environment and its files anew; throws when they have faults. */
  readonly load: () => C;
  readonly log: Logger;
  readonly intervalMs?: number;
}

/**
 * Orchestrators replace a mounted file by a link within a minute or so, and tell nobody. A read of a dozen small files
 * takes less than a millisecond.
 */
const intervalMsDefault = 10_000;

/** Reads the settings anew every ten seconds and on SIGHUP. With faults in them the former ones stay in force. */
export const followConfig = <C extends object>({
  config,
  load,
  log,
  intervalMs = intervalMsDefault,
}: FollowedConfig<C>): LiveConfig<C> => {
  let current = config;
  let lastFault = '';
  const review = (): void => {
    try {
      const next = load();
      lastFault = '';
      if (isDeepStrictEqual(next, current)) return;
      log.info({ changed: changedFields(current, next) }, 'settings were replaced');
      current = next;
    } catch (err) {
      // Said once, and not every ten seconds.
      const fault = String(err);
      if (fault !== lastFault) log.error({ err }, 'replaced settings have faults; the former ones stay in force');
      lastFault = fault;
    }
  };
  const reading = every({ name: 'settings', intervalMs, firstDelayMs: intervalMs, log, run: async () => review() });
  process.on('SIGHUP', review);
  return {
    current: () => current,
    stop: async () => {
      process.off('SIGHUP', review);
      await reading.stop();
    },
  };
};

/** Names only: most values that change are secrets. */
const changedFields = (before: object, after: object): readonly string[] => {
  const former = new Map(Object.entries(before));
  return Object.entries(after).flatMap(([name, value]) => (isDeepStrictEqual(former.get(name), value) ? [] : [name]));
};

/** Of settings that nobody replaces. */
export const fixedConfig = <C>(config: C): LiveConfig<C> => ({ current: () => config, stop: async () => undefined });
