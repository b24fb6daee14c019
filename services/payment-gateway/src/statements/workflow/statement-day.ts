import { addDays, dayAt, type Day, endOfDay, startOfDay } from '@repasse/values/brasilia-time';
import { type Period } from '../domain/statement';

/** By then late callbacks and lists have come, and no working day has begun. */
const checkedAfterMs = 4 * 60 * 60_000;
/** After a longer standstill an operator requests the days before by hand. */
const daysCaughtUpMax = 31;

/** A day of Brasília, or as much of it as has passed. */
export const periodOf = (day: Day, now: Date): Period => ({
  from: startOfDay(day),
  to: isOver(day, now) ? endOfDay(day) : now.toISOString(),
});

export const isOver = (day: Day, now: Date): boolean => Date.parse(endOfDay(day)) <= now.getTime();

export const isAhead = (day: Day, now: Date): boolean => day > dayAt(now);

/** When a day is checked by itself. */
export const dueAtOf = (day: Day): string => new Date(Date.parse(endOfDay(day)) + checkedAfterMs).toISOString();

/** The days to be scheduled by now, oldest first; in the beginning only the one before this. */
export const daysToSchedule = (last: Day | null, now: Date): readonly Day[] => {
  const days: Day[] = [];
  const daysMax = last === null ? 1 : daysCaughtUpMax;
  for (let day = addDays(dayAt(now), -1); day > (last ?? '') && days.length < daysMax; day = addDays(day, -1)) {
    days.unshift(day);
  }
  return days;
};
