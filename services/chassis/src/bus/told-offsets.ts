import { type Logger } from '../log/logger';
import { placeName, type IncomingMessage, type PlaceOffset } from './bus';
import { offsetsBehind } from './by-place';

/** People and alarms look at the lag every few seconds. */
const tellIntervalMs = 2_000;

/** Reports a group's offsets to the bus at intervals: for the lag, and for the bus's own tools. */
export interface ToldOffsets {
  consumed(messages: readonly IncomingMessage[]): void;
  /** Reports the offsets that were not reported yet. */
  stop(): Promise<void>;
}

export const createToldOffsets = (
  tell: (offsets: readonly PlaceOffset[]) => Promise<void>,
  log: Logger,
): ToldOffsets => {
  const untold = new Map<string, PlaceOffset>();
  let timer: NodeJS.Timeout | undefined;
  let telling: Promise<void> = Promise.resolve();

  const tellNow = async (): Promise<void> => {
    timer = undefined;
    if (untold.size === 0) return;
    const offsets = [...untold.values()];
    untold.clear();
    await tell(offsets).catch((fault: unknown) => log.debug({ err: fault }, 'offsets not told'));
  };
  const tellSoon = (): void => {
    timer ??= setTimeout(() => void (telling = tellNow()), tellIntervalMs).unref();
  };
  return {
    consumed: (messages) => {
      for (const behind of offsetsBehind(messages)) untold.set(placeName(behind), behind);
      tellSoon();
    },
    stop: async () => {
      clearTimeout(timer);
      await telling;
      await tellNow();
    },
  };
};
