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

/**
 * What is known with what a later event tells laid over it; what it leaves open stays. The same rule as
 * `coalesce(excluded.x, table.x)` in the statement, or a batch would lead to other rows than its events one by one.
 */
export const overlay = <R extends object>(known: R | undefined, row: R): R => {
  const told = Object.entries(row).filter(([, value]) => value !== null && value !== undefined);
  return { ...row, ...known, ...(Object.fromEntries(told) as Partial<R>) };
};
