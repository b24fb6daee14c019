import { type Logger } from '../../log/logger';
import { placeName, type PlaceOffset } from '../bus';

/** People and alarms look at the lag every few seconds. */
const reportIntervalMs = 2_000;

/** Reports a group's offsets to the bus at intervals: for the lag, and for the bus's own tools. */
export interface ReportedOffsets {
  reached(offsets: readonly PlaceOffset[]): void;
  /** The reader begins anew at these offsets; others that were not reported yet mean nothing any more. */
  begin(offsets: readonly PlaceOffset[]): void;
  /** Reports the offsets that were not reported yet. */
  stop(): Promise<void>;
}

/** Offsets that the bus did not take are reported again at the next interval. */
export const createReportedOffsets = (
  report: (offsets: readonly PlaceOffset[]) => Promise<void>,
  log: Logger,
): ReportedOffsets => {
  const unreported = new Map<string, PlaceOffset>();
  let beginnings = 0;
  let timer: NodeJS.Timeout | undefined;
  let reporting: Promise<void> = Promise.resolve();

  const reportNow = async (onFailure: () => void): Promise<void> => {
    timer = undefined;
    if (unreported.size === 0) return;
    const [offsets, begunBefore] = [[...unreported.values()], beginnings];
    unreported.clear();
    await report(offsets).catch((fault: unknown) => {
      log.debug({ err: fault }, 'offsets not reported');
      if (beginnings !== begunBefore) return;
      for (const offset of offsets) if (!unreported.has(placeName(offset))) unreported.set(placeName(offset), offset);
      onFailure();
    });
  };
  const reportSoon = (): void => {
    timer ??= setTimeout(() => void (reporting = reportNow(reportSoon)), reportIntervalMs).unref();
  };
  const reached = (offsets: readonly PlaceOffset[]): void => {
    for (const offset of offsets) unreported.set(placeName(offset), offset);
    if (offsets.length > 0) reportSoon();
  };
  return {
    reached,
    begin: (offsets) => {
      beginnings += 1;
      unreported.clear();
      reached(offsets);
    },
    stop: async () => {
      clearTimeout(timer);
      await reporting;
      clearTimeout(timer);
      await reportNow(() => undefined);
    },
  };
};
