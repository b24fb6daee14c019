import { type Logger } from '../log/logger';
import { type StopOptions } from './internal/run-main';
import { within } from './internal/within';

export { runMain, type Running, type StopOptions } from './internal/run-main';

export interface Lifecycle {
  /** Runs before every hook of `onStop`, while all parts still work; left out of an urgent stop. */
  onDrain(name: string, drain: () => unknown): void;
  /** Hooks run in reverse order: the part that was started last stops first. */
  onStop(name: string, stop: () => unknown): void;
  /** Runs every hook, each within its limit; one that fails or hangs does not keep the others from running. */
  stop(options?: StopOptions): Promise<void>;
}

/** Longer than any request may take to finish and than the longest drain, shorter than the time of the whole process. */
const hookTimeoutMs = 12_000;

interface Hook {
  readonly name: string;
  readonly run: () => unknown;
}

export const createLifecycle = (log: Logger): Lifecycle => {
  const drains: Hook[] = [];
  const stops: Hook[] = [];
  let stopping: Promise<void> | undefined;

  const runAll = async (hooks: readonly Hook[]): Promise<void> => {
    for (const { name, run } of hooks) {
      try {
        await within(hookTimeoutMs, `stopping ${name}`, async () => run());
      } catch (err) {
        log.error({ err, hook: name }, 'a part did not stop as it should');
      }
    }
  };
  const stopAll = async ({ isUrgent = false }: StopOptions): Promise<void> => {
    if (!isUrgent) await runAll(drains);
    await runAll(stops.toReversed());
  };

  return {
    onDrain: (name, run) => void drains.push({ name, run }),
    onStop: (name, run) => void stops.push({ name, run }),
    stop: (options = {}) => (stopping ??= stopAll(options)),
  };
};
