import type { Clock } from '@repasse/chassis/clock';
import type { Logger } from '@repasse/chassis/log/logger';
import type { Tx } from '@repasse/chassis/postgres/database';
import { versionsOf } from './checkout-reads';

export interface ChargeWatch {
  /** Calls back whenever the charge may have changed, until the returned function is called. */
  watch(chargeId: string, onChange: () => void): () => void;
  stop(): Promise<void>;
}

interface WatchOptions {
  readonly db: Tx;
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
 * Looks at every charge that somebody watches with one query a second, so that a thousand open pages cost the database
 * no more than one. Nothing runs while nobody watches.
 */
export const createChargeWatch = ({ db, clock, log, everyMs = everyMsDefault }: WatchOptions): ChargeWatch => {
  const charges = new Map<string, Watched>();
  const hasJumped = createJumpDetector(clock);
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> | undefined;

  const look = async (): Promise<void> => {
    const versions = await versionsOf(db, [...charges.keys()]);
    const isJump = hasJumped();
    for (const [chargeId, watched] of charges) {
      const version = versions.get(chargeId);
      const isNews = version !== watched.version;
      watched.version = version;
      if (isNews || isJump) for (const tell of watched.listeners) tell();
    }
  };

  const lookAgain = (): void => {
    if (looking !== undefined) return;
    looking = look()
      .catch((err: unknown) => log.warn({ err }, 'watched charges could not be read'))
      .finally(() => (looking = undefined));
  };

  const watch: ChargeWatch['watch'] = (chargeId, onChange) => {
    const watched = charges.get(chargeId) ?? { version: undefined, listeners: new Set() };
    charges.set(chargeId, watched);
    watched.listeners.add(onChange);
    // Something may have changed since the newcomer's state was read, so the next look is news in any case.
    watched.version = undefined;
    timer ??= setInterval(lookAgain, everyMs);
    return () => {
      watched.listeners.delete(onChange);
      if (watched.listeners.size === 0 && charges.get(chargeId) === watched) charges.delete(chargeId);
      if (charges.size > 0) return;
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
