/** The Banco Central lives in Brasília's time, which has had no summer time since 2019. */
const offsetMs = -3 * 3_600_000;
const dayMs = 86_400_000;
const hourMs = 3_600_000;

/** A day of Brasília as "2026-02-03". */
export type Day = string;

export const dayOf = (now: Date): Day => new Date(now.getTime() + offsetMs).toISOString().slice(0, 10);

export const dayBefore = (day: Day): Day => new Date(Date.parse(day) - dayMs).toISOString().slice(0, 10);

/** On Saturdays and Sundays nothing is published; holidays are learned by asking. */
export const isWeekend = (day: Day): boolean => [0, 6].includes(new Date(day).getUTCDay());

export const endOfDay = (day: Day): Date => new Date(Date.parse(day) + dayMs - offsetMs);

/**
 * Whether a day's rates may be used: it is not in the future, and at most so many hours have passed since it ended.
 * Counted from its end, 120 hours reach from the Friday before Carnival to the Wednesday after it.
 */
export const isFresh = (day: Day, now: Date, hoursMax: number): boolean =>
  day <= dayOf(now) && now.getTime() < endOfDay(day).getTime() + hoursMax * hourMs;
