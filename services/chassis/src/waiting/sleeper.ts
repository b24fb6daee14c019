export interface Sleeper {
  /** One sleep at a time. The timer does not keep the process alive. */
  sleep(ms: number): Promise<void>;
  /** Ends the sleep under way. */
  cut(): void;
  /** Has the sleep under way end in so many ms from now. */
  retime(ms: number): void;
}

export const createSleeper = (): Sleeper => {
  let timer: NodeJS.Timeout | undefined;
  let end: (() => void) | undefined;
  const retime = (ms: number): void => {
    if (end === undefined) return;
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
        retime(ms);
      }),
    cut: () => end?.(),
    retime,
  };
};
