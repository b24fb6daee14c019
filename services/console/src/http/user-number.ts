/** The number of a user, from a header or a query; undefined of what is none. */
export const userNumberOf = (given: unknown): number | undefined =>
  typeof given === 'string' && /^[1-9]\d{0,14}$/.test(given) ? Number(given) : undefined;
