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
  for (const event of events) {
    const key = keyOf(event);
    rows.set(key, merge(rows.get(key), event));
  }
  return [...rows.values()];
};

/**
 * A row with the columns of a later event laid over it; columns that the event leaves open stay. The same rule as
 * `coalesce(excluded.x, table.x)` in the statement, or a batch would lead to other rows than its events one by one.
 */
export const overlay = <R extends object>(known: R | undefined, row: R): R => {
  if (known === undefined) return row;
  const merged: R = { ...known };
  // A loop, not entries: a rebuild lays millions of rows over one another.
  for (const name of Object.keys(row) as (keyof R)[])
    if (row[name] !== null && row[name] !== undefined) merged[name] = row[name];
  return merged;
};
