import { dayOf, lastMoment, momentOf } from '@repasse/values/moment';

/** Brazil's official time, which has known no summer time since 2019. */
const offset = '-03:00';

const dayMs = 86_400_000;

/** Where a period begins: a moment, or the first of a day in Brasília. Undefined when the text is neither. */
export const periodStart = (text: string): string | undefined =>
  dayOf(text) === undefined ? momentOf(text) : momentOf(`${text}T00:00:00${offset}`);

/** Where a period has ended: the whole of a day named last belongs to it, and so does a moment, to the millisecond. */
export const periodEnd = (text: string): string | undefined => {
  const start = periodStart(text);
  return start === undefined ? undefined : later(start, dayOf(text) === undefined ? 1 : dayMs);
};

/** A period to the last day there is ends with it. */
const later = (moment: string, ms: number): string =>
  new Date(Math.min(Date.parse(moment) + ms, Date.parse(lastMoment))).toISOString();
