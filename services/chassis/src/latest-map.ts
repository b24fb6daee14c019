/** Keeps the values that were set last. */
export interface LatestMap<V> {
  get(key: string): V | undefined;
  set(key: string, value: V): void;
  delete(key: string): void;
}

/** Beyond `entriesMax` entries, the one that was set longest ago goes. */
export const createLatestMap = <V>(entriesMax: number): LatestMap<V> => {
  // A map lists its keys in the order they were set.
  const entries = new Map<string, V>();
  return {
    get: (key) => entries.get(key),
    set: (key, value) => {
      entries.delete(key);
      entries.set(key, value);
      if (entries.size <= entriesMax) return;
      const oldest = entries.keys().next();
      if (oldest.done !== true) entries.delete(oldest.value);
    },
    delete: (key) => void entries.delete(key),
  };
};
