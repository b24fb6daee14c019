/** Keeps the values that were set last, at least the last half of what it may hold. */
export interface LatestMap<V> {
  get(key: string): V | undefined;
  set(key: string, value: V): void;
  delete(key: string): void;
}

/**
 * Holds `entriesMax` entries at most, rounded up to an even number. They go by halves: a map of the language does not
 * find its oldest entry at once when many before it were removed.
 */
export const createLatestMap = <V>(entriesMax: number): LatestMap<V> => {
  const halfMax = Math.ceil(entriesMax / 2);
  let newer = new Map<string, V>();
  let older = new Map<string, V>();
  return {
    get: (key) => newer.get(key) ?? older.get(key),
    set: (key, value) => {
      if (halfMax === 0) return;
      if (newer.size >= halfMax && !newer.has(key)) {
        older = newer;
        newer = new Map();
      }
      newer.set(key, value);
    },
    delete: (key) => {
      newer.delete(key);
      older.delete(key);
    },
  };
};
