export interface Sleeper {
  /** One sleep at a time, without end for Infinity. The timer does not keep the process alive. */
  sleep(ms: number): Promise<void>;
  /** Ends the sleep under way. */
  cut(): void;
  /** Has the sleep under way end in so many ms from now, unless it ends before. */
  shorten(ms: number): void;
}

export const createSleeper = (): Sleeper => {
  let timer: NodeJS.Timeout | undefined;
  let end: (() => void) | undefined;
  let endsAtMs = 0;
  const shorten = (ms: number): void => {
    const atMs = performance.now() + ms;
    if (end === undefined || atMs >= endsAtMs) return;
    endsAtMs = atMs;
    clearTimeout(timer);
    timer = setTimeout(end, ms).unref();
  };
  return {
    sleep: (ms) =>
      new Promise((resolve) => {
        end = () => {
          clearTimeout(timer);
          end = undefined;
          resolve();
        };
        endsAtMs = Infinity;
        shorten(ms);
      }),
    cut: () => end?.(),
    shorten,
  };
};
