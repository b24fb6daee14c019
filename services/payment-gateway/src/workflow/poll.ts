import { type Logger } from '@repasse/chassis/log/logger';

export interface Poll {
  /** Looks at once instead of at the next interval. */
  wake(): void;
  /** Waits for the look under way. */
  stop(): Promise<void>;
}

/**
 * Looks for work every so often; one look at a time. `look` answers whether there may be more, and is then called
 * again without a pause. A look that fails is logged, and the next one comes at its time.
 */
export const startPoll = (o: { name: string; intervalMs: number; look: () => Promise<boolean>; log: Logger }): Poll => {
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> | undefined;

  const lookUntilDone = async (): Promise<void> => {
    try {
      while (!isStopped && (await o.look()));
    } catch (fault) {
      o.log.error({ err: fault, poll: o.name }, 'poll failed');
    }
  };
  const begin = (): void => {
    if (isStopped || looking !== undefined) return;
    clearTimeout(timer);
    looking = lookUntilDone().finally(() => {
      looking = undefined;
      if (!isStopped) timer = setTimeout(begin, o.intervalMs);
    });
  };

  timer = setTimeout(begin, o.intervalMs);
  return {
    wake: begin,
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      await looking;
    },
  };
};
