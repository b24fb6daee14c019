import { setTimeout as pause } from 'node:timers/promises';
import { type Logger } from '@repasse/chassis/log/logger';

export interface Poll {
  /** Lets the round under way finish. */
  stop(): Promise<void>;
}

type Round = (isStopping: () => boolean) => Promise<void>;

/** Runs a round now and then one after each interval, never two at once. A round that fails is logged and comes again. */
export const startPoll = (name: string, intervalMs: number, log: Logger, round: Round): Poll => {
  const stopping = new AbortController();
  const isStopping = () => stopping.signal.aborted;
  const run = async (): Promise<void> => {
    while (!isStopping()) {
      await round(isStopping).catch((fault: unknown) => log.error({ err: fault, poll: name }, 'poll failed'));
      // The wait ends early, by throwing, when the service stops.
      await pause(intervalMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  };
  const ended = run();
  return {
    stop: async () => {
      stopping.abort();
      await ended;
    },
  };
};
