/** Runs work under one key one after another, in the order it came; work under different keys does not wait. */
export type InTurn = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/**
 * Within one process. A decision that loses its race is made again, but only a few times: fifty payers at once would
 * mostly be sent away. Between processes the version of the stream decides, as ever.
 */
export const createInTurn = (): InTurn => {
  const last = new Map<string, Promise<unknown>>();

  return async (key, work) => {
    const before = last.get(key);
    const mine = before === undefined ? work() : before.then(work, work);
    last.set(key, mine);
    try {
      return await mine;
    } finally {
      if (last.get(key) === mine) last.delete(key);
    }
  };
};
