/** Whoever looks at such a count needs to know whether it is three or very many. */
export const countedMax = 100;

/** Counts what a select finds, as far as one row beyond what is told: thousands cost no more than a hundred. */
export const boundedCount = (select: string): string =>
  `(select count(*)::int from (${select} limit ${countedMax + 1}) few)`;
