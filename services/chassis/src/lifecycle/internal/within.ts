/** The awaited work did not end in time. It may still be going on. */
class TimeoutError extends Error {
  override readonly name = 'TimeoutError';
  readonly code = 'timeout';
  readonly isRetryable = true;
}

/** Waits for the work, but no longer than the limit. */
export const within = async <T>(limitMs: number, what: string, work: () => Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_resolve, refuse) => {
    timer = setTimeout(() => refuse(new TimeoutError(`${what} took longer than ${limitMs} ms.`)), limitMs);
  });
  try {
    return await Promise.race([work(), tooLate]);
  } finally {
    clearTimeout(timer);
  }
};
