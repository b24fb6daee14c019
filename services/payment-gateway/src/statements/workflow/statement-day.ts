import { type Day, dayBefore, dayOf, endOfDay } from '../../fx/rates/calendar';
import { type Period } from '../domain/statement';

const dayMs = 24 * 60 * 60_000;
/** By then late callbacks and lists have come, and no working day has begun. */
const checkedAfterMs = 4 * 60 * 60_000;
/** After a longer standstill an operator requests the days before by hand. */
const daysCaughtUpMax = 31;

/** A day of Brasília, or as much of it as has passed. */
export const periodOf = (day: Day, now: Date): Period => {
  const endMs = endOfDay(day).getTime();
  return {
    from: new Date(endMs - dayMs).toISOString(),
    to: new Date(Math.min(endMs, now.getTime())).toISOString(),
  };
};

export const isOver = (day: Day, now: Date): boolean => endOfDay(day).getTime() <= now.getTime();

export const isAhead = (day: Day, now: Date): boolean => day > dayOf(now);

/** When a day is checked by itself. */
export const dueAtOf = (day: Day): string => new Date(endOfDay(day).getTime() + checkedAfterMs).toISOString();

/** The days to be scheduled by now, oldest first; in the beginning only the one before this. */
export const daysToSchedule = (last: Day | null, now: Date): readonly Day[] => {
  const days: Day[] = [];
  const daysMax = last === null ? 1 : daysCaughtUpMax;
  for (let day = dayBefore(dayOf(now)); day > (last ?? '') && days.length < daysMax; day = dayBefore(day)) {
    days.unshift(day);
  }
  return days;
};
