/** Rows that are read far more often than they change, for as long as they may be old. */
export interface Remembered<K, V> {
  find(key: K): V | undefined;
  /** Begins a read; its result is kept unless an entry was forgotten meanwhile, whose change it may have missed. */
  reading(): (key: K, value: V) => void;
  forget(key: K): void;
  forgetAll(): void;
}

export interface RememberedLimits {
  readonly maxAgeMs: number;
  /** Past it all are forgotten: a table that large is no working set. */
  readonly entriesMax: number;
}

export const createRemembered = <K, V>(
  { maxAgeMs, entriesMax }: RememberedLimits,
  nowMs: () => number = () => performance.now(),
): Remembered<K, V> => {
  const entries = new Map<K, { readonly value: V; readonly readAtMs: number }>();
  let changes = 0;
  return {
    find: (key) => {
      const entry = entries.get(key);
      return entry !== undefined && nowMs() - entry.readAtMs < maxAgeMs ? entry.value : undefined;
    },
    reading: () => {
      const [begunAt, readAtMs] = [changes, nowMs()];
      return (key, value) => {
        if (begunAt !== changes) return;
        if (entries.size >= entriesMax) entries.clear();
        entries.set(key, { value, readAtMs });
      };
    },
    forget: (key) => {
      changes += 1;
      entries.delete(key);
    },
    forgetAll: () => {
      changes += 1;
      entries.clear();
    },
  };
};
