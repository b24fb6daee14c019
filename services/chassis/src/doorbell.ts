/** Wakes one waiter. Ringing while nobody waits is remembered, so no ring is ever missed; several count as one. */
export interface Doorbell {
  ring(): void;
  /** Resolves at the next ring, or when the time is over. */
  wait(timeoutMs: number): Promise<void>;
}

export const createDoorbell = (): Doorbell => {
  let hasRung = false;
  let answer: (() => void) | undefined;
  return {
    ring: () => {
      hasRung = true;
      answer?.();
    },
    wait: async (timeoutMs) => {
      if (!hasRung) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, timeoutMs);
          answer = () => {
            clearTimeout(timer);
            resolve();
          };
        });
        answer = undefined;
      }
      hasRung = false;
    },
  };
};
