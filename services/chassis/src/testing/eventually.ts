import { setTimeout as pause } from 'node:timers/promises';

export interface EventuallyOptions {
  readonly timeoutMs?: number;
  readonly everyMs?: number;
}

/** Only a test that fails waits this long. On a busy machine what takes milliseconds has taken ten seconds. */
const timeoutMsDefault = 40_000;

/**
 * Runs the probe until it stops throwing, and answers what it answered. A probe that answers `false` or `undefined`
 * has not succeeded yet, so `eventually(() => rows.length === 3)` reads as it should.
 */
export const eventually = async <T>(
  probe: () => T | Promise<T>,
  { timeoutMs = timeoutMsDefault, everyMs = 20 }: EventuallyOptions = {},
): Promise<Exclude<T, false | undefined>> => {
  const deadlineMs = performance.now() + timeoutMs;
  let lastFault: unknown = new Error('the condition stayed false');
  do {
    try {
      const answer = await probe();
      if (answer !== false && answer !== undefined) return answer as Exclude<T, false | undefined>;
    } catch (fault) {
      lastFault = fault;
    }
    await pause(everyMs);
  } while (performance.now() < deadlineMs);
  throw new Error(`Not within ${timeoutMs} ms: ${String(lastFault)}`, { cause: lastFault });
};

/** Runs a block of expectations until all of them hold at once. */
export const eventuallyHolds = async (
  expectations: () => void | Promise<void>,
  options: EventuallyOptions = {},
): Promise<void> => {
  await eventually(async () => {
    await expectations();
    return true;
  }, options);
};
