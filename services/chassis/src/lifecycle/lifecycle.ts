import { type Logger } from '../log/logger';
import { within } from './within';

export { runMain, type Running } from './run-main';

export interface Lifecycle {
  /** Hooks run in reverse order: what was started last stops first. */
  onStop(name: string, stop: () => unknown): void;
  /** Runs every hook, each within its limit; one that fails or hangs does not keep the others from running. */
  stop(): Promise<void>;
}

/** Longer than any request may take to finish, shorter than the process as a whole is given to leave. */
const hookTimeoutMs = 12_000;

export const createLifecycle = (log: Logger): Lifecycle => {
  const hooks: { readonly name: string; readonly stop: () => unknown }[] = [];
  let stopping: Promise<void> | undefined;

  const stopAll = async (): Promise<void> => {
    for (const { name, stop } of hooks.toReversed()) {
      try {
        await within(hookTimeoutMs, `stopping ${name}`, async () => stop());
      } catch (err) {
        log.error({ err, hook: name }, 'a part did not stop as it should');
      }
    }
  };

  return {
    onStop: (name, stop) => {
      hooks.push({ name, stop });
    },
    stop: () => (stopping ??= stopAll()),
  };
};
