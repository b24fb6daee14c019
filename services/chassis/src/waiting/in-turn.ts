/** Runs work one after another in the order it came, also after a failure. Work under another key does not wait. */
export type InTurn = <T>(work: () => Promise<T>, key?: string) => Promise<T>;

/** Within one process. */
export const createInTurn = (): InTurn => {
  const last = new Map<string, Promise<unknown>>();

  return async (work, key = '') => {
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
