import { dayAt, type Day, endOfDay } from '@repasse/values/brasilia-time';

const hourMs = 3_600_000;

/** On Saturdays and Sundays nothing is published; holidays are learned by asking. */
export const isWeekend = (day: Day): boolean => [0, 6].includes(new Date(day).getUTCDay());

/**
 * Whether a day's rates may be used: it is not in the future, and at most so many hours have passed since it ended.
 * Counted from its end, 120 hours reach from the Friday before Carnival to the Wednesday after it.
 */
export const isFresh = (day: Day, now: Date, hoursMax: number): boolean =>
  day <= dayAt(now) && now.getTime() < Date.parse(endOfDay(day)) + hoursMax * hourMs;
