import { endOfDay, startOfDay } from '@repasse/values/brasilia-time';
import { dayOf, lastMoment, momentOf } from '@repasse/values/moment';

/** Where a period begins: a moment, or the first of a day in Brasília. Undefined when the text is neither. */
export const periodStart = (text: string): string | undefined =>
  dayOf(text) === undefined ? momentOf(text) : startOfDay(text);

/** Where a period has ended: the whole of a day named last belongs to it, and so does a moment, to the millisecond. */
export const periodEnd = (text: string): string | undefined => {
  if (dayOf(text) !== undefined) return endOfDay(text);
  const moment = momentOf(text);
  return moment && new Date(Math.min(Date.parse(moment) + 1, Date.parse(lastMoment))).toISOString();
};
