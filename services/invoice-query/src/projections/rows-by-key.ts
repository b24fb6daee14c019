/**
 * Folds a batch into one row for each key, in the order of the events, so that a batch is written in one statement and
 * no row is written twice. `merge` gets what the batch has shown of the key so far.
 */
export const rowsByKey = <E, R>(
  events: readonly E[],
  keyOf: (event: E) => string,
  merge: (known: R | undefined, event: E) => R,
): R[] => {
  const rows = new Map<string, R>();
  for (const event of events) rows.set(keyOf(event), merge(rows.get(keyOf(event)), event));
  return [...rows.values()];
};
