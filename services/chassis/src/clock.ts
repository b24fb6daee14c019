/** The time. Domain code never calls it: the time arrives in the command. */
export interface Clock {
  now(): Date;
  /** Only a clock that can be moved by hand has this: calls back after each move. Returns how to stop listening. */
  onMove?(listener: () => void): () => void;
}

export const systemClock: Clock = { now: () => new Date() };

/** ISO 8601 in UTC with milliseconds, the only spelling of a time in events and answers. */
export const toIso = (date: Date): string => date.toISOString();

/** The listeners to call when a clock is moved by hand. */
export const createMoveListeners = (): { readonly onMove: (listener: () => void) => () => void; tell(): void } => {
  const listeners = new Set<() => void>();
  return {
    onMove: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    tell: () => listeners.forEach((listener) => listener()),
  };
};
