import { type Logger } from '../../log/logger';
import { placeName, type PlaceOffset } from '../bus';

/** People and alarms look at the lag every few seconds. */
const tellIntervalMs = 2_000;

/** Reports a group's offsets to the bus at intervals: for the lag, and for the bus's own tools. */
export interface ToldOffsets {
  reached(offsets: readonly PlaceOffset[]): void;
  /** The reader begins anew at these offsets; others that were not reported yet mean nothing any more. */
  begin(offsets: readonly PlaceOffset[]): void;
  /** Reports the offsets that were not reported yet. */
  stop(): Promise<void>;
}

/** Offsets that the bus did not take are reported again at the next interval. */
export const createToldOffsets = (
  tell: (offsets: readonly PlaceOffset[]) => Promise<void>,
  log: Logger,
): ToldOffsets => {
  const untold = new Map<string, PlaceOffset>();
  let beginnings = 0;
  let timer: NodeJS.Timeout | undefined;
  let telling: Promise<void> = Promise.resolve();

  const tellNow = async (onFailure: () => void): Promise<void> => {
    timer = undefined;
    if (untold.size === 0) return;
    const [offsets, begunBefore] = [[...untold.values()], beginnings];
    untold.clear();
    await tell(offsets).catch((fault: unknown) => {
      log.debug({ err: fault }, 'offsets not told');
      if (beginnings !== begunBefore) return;
      for (const offset of offsets) if (!untold.has(placeName(offset))) untold.set(placeName(offset), offset);
      onFailure();
    });
  };
  const tellSoon = (): void => {
    timer ??= setTimeout(() => void (telling = tellNow(tellSoon)), tellIntervalMs).unref();
  };
  const reached = (offsets: readonly PlaceOffset[]): void => {
    for (const offset of offsets) untold.set(placeName(offset), offset);
    if (offsets.length > 0) tellSoon();
  };
  return {
    reached,
    begin: (offsets) => {
      beginnings += 1;
      untold.clear();
      reached(offsets);
    },
    stop: async () => {
      clearTimeout(timer);
      await telling;
      clearTimeout(timer);
      await tellNow(() => undefined);
    },
  };
};
