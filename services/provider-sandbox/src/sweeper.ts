import { setTimeout as pause } from 'node:timers/promises';
import { type Logger } from '@repasse/chassis/log/logger';

/** What happens by itself when its time has come. Must be safe to repeat. */
export interface DueWork {
  readonly name: string;
  run(): Promise<void>;
}

export interface Sweeper {
  stop(): Promise<void>;
}

/** The clock of the sandbox is moved by hand, so nobody can sleep until something is due. */
const intervalMs = 200;

export const startSweeper = (works: readonly DueWork[], log: Logger): Sweeper => {
  const stopping = new AbortController();
  const sweep = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      for (const work of works)
        await work.run().catch((fault: unknown) => log.error({ err: fault, work: work.name }, 'what is due failed'));
      await pause(intervalMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  };
  const sweeping = sweep();
  return {
    stop: async () => {
      stopping.abort();
      await sweeping;
    },
  };
};
