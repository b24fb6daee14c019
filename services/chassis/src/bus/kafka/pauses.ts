const firstDelayMs = 100;
/** A fault that lasts is tried twice a minute: often enough to go on soon after it is mended, rare enough to read the log. */
const delayMsMax = 30_000;
/** Several partitions fail together when their database does; they should not all come back in the same instant. */
const jitterShare = 0.2;

/** How long each failing partition is left alone: twice as long with every failure in a row. */
export interface Pauses {
  /** Calls `resume` after the delay, which it answers in milliseconds. */
  pause(partition: number, resume: () => void): number;
  /** The partition made progress; its next failure waits briefly again. */
  forget(partition: number): void;
  clear(): void;
}

export const createPauses = (random: () => number = Math.random): Pauses => {
  const failures = new Map<number, number>();
  const timers = new Set<NodeJS.Timeout>();
  return {
    pause: (partition, resume) => {
      const failed = failures.get(partition) ?? 0;
      failures.set(partition, failed + 1);
      const delayMs = Math.round(Math.min(firstDelayMs * 2 ** failed, delayMsMax) * (1 + jitterShare * random()));
      const timer = setTimeout(() => {
        timers.delete(timer);
        resume();
      }, delayMs);
      timers.add(timer);
      return delayMs;
    },
    forget: (partition) => void failures.delete(partition),
    clear: () => {
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
    },
  };
};
