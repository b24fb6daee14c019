import { backoffMs } from '../../waiting/backoff';
import { placeName, type Place } from '../bus';

/** A fault that lasts is tried twice a minute: soon enough after it is mended, rare enough to read the log. */
const limits = { firstMs: 100, maxMs: 30_000 };

/** How long each failing partition is left alone: longer with every failure in a row. */
export interface Pauses {
  /** Returns the pause's length in milliseconds. */
  begin(place: Place, nowMs: number): number;
  isOver(place: Place, nowMs: number): boolean;
  /** When the next pause is over, in milliseconds from now; undefined when nothing pauses. */
  nextOverInMs(nowMs: number): number | undefined;
  /** The partition made progress; its next failure waits briefly again. */
  forget(place: Place): void;
}

export const createPauses = (): Pauses => {
  const paused = new Map<string, { readonly failures: number; readonly untilMs: number }>();
  return {
    begin: (place, nowMs) => {
      const failures = (paused.get(placeName(place))?.failures ?? 0) + 1;
      const delayMs = backoffMs(failures, limits);
      paused.set(placeName(place), { failures, untilMs: nowMs + delayMs });
      return delayMs;
    },
    isOver: (place, nowMs) => (paused.get(placeName(place))?.untilMs ?? 0) <= nowMs,
    nextOverInMs: (nowMs) => {
      const pending = [...paused.values()].map(({ untilMs }) => untilMs - nowMs).filter((leftMs) => leftMs > 0);
      return pending.length === 0 ? undefined : Math.min(...pending);
    },
    forget: (place) => void paused.delete(placeName(place)),
  };
};
