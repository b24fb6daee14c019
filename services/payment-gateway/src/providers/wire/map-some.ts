/** A provider answers a few questions at once without slowing down, and payers' requests use the same connections. */
const atOnceMax = 8;

/** Does some work for each of many, a few at once; results are in order. */
export const mapSome = async <T, R>(all: readonly T[], work: (one: T) => Promise<R>): Promise<R[]> => {
  const results: R[] = [];
  for (let at = 0; at < all.length; at += atOnceMax) {
    results.push(...(await Promise.all(all.slice(at, at + atOnceMax).map(work))));
  }
  return results;
};
