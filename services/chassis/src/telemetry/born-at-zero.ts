import { type Counter } from 'prom-client';

/** The values that a counter's labels are known to take. */
export type KnownValues<L extends string> = Readonly<Record<L, readonly string[]>>;

/**
 * Shows a counter at 0 for every combination of its known values. `increase` of a series that appears at 1 is 0, so
 * that without it an alert stays silent the first time.
 */
export const bornAtZero = <L extends string>(counter: Counter<L>, known: KnownValues<L>): Counter<L> => {
  for (const labels of combinations(known)) counter.inc(labels, 0);
  return counter;
};

const combinations = <L extends string>(known: KnownValues<L>): Record<L, string>[] =>
  Object.entries<readonly string[]>(known).reduce<Record<string, string>[]>(
    (all, [label, values]) => all.flatMap((labels) => values.map((value) => ({ ...labels, [label]: value }))),
    [{}],
  );
