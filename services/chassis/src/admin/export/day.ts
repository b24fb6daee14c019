import { addDays, endOfDay, startOfDay } from '@repasse/values/brasilia-time';
import { dayOf } from '@repasse/values/moment';
import { UsageError } from '../command';

const dayMs = 86_400_000;
/** Transactions that began on the day have ended by then: the longest may take a minute. */
const settledAfterMs = 15 * 60_000;
/** A year and its leap day, so that a slip of the finger does not ask for a century. */
const daysMax = 366;

export interface Day {
  /** As 2026-11-25. */
  readonly name: string;
  readonly from: string;
  readonly until: string;
}

/** A day in São Paulo, as the books and the reports have it, with its bounds in UTC. */
export const dayNamed = (name: string): Day => {
  if (dayOf(name) === undefined) throw new UsageError(`'${name}' is no day: write it as 2026-11-25.`);
  return { name, from: startOfDay(name), until: endOfDay(name) };
};

/** The days from the first to the last. Throws UsageError where one of them has not ended for a quarter of an hour. */
export const endedDays = (first: string, last: string, now: Date): readonly Day[] => {
  const [from, to] = [dayNamed(first), dayNamed(last)];
  const count = (Date.parse(to.from) - Date.parse(from.from)) / dayMs + 1;
  if (count < 1 || count > daysMax) throw new UsageError(`From ${first} to ${last} are no 1 to ${daysMax} days.`);
  if (Date.parse(to.until) + settledAfterMs > now.getTime()) {
    throw new UsageError(`${last} has not ended for a quarter of an hour: it ends at ${to.until}.`);
  }
  return Array.from({ length: count }, (_, index) => dayNamed(addDays(first, index)));
};
