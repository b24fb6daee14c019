import { lastMoment } from './moment';

/** Brasília and São Paulo are three hours behind UTC all year round: Brazil gave up summer time in 2019. */
export const brasiliaOffset = '-03:00';
export const brasiliaOffsetMs = -3 * 3_600_000;
const dayMs = 86_400_000;

/** A day there, as 2026-01-31. */
export type Day = string;

/** The same moment as a clock there shows it: 2026-11-21T09:00:00.000-03:00. */
export const brasiliaTime = (moment: string | Date): string =>
  new Date(new Date(moment).getTime() + brasiliaOffsetMs).toISOString().replace('Z', brasiliaOffset);

/** The day of a moment. */
export const dayAt = (moment: string | Date): Day => brasiliaTime(moment).slice(0, 10);

/** The moment a day begins. */
export const startOfDay = (day: Day): string => new Date(`${day}T00:00:00.000${brasiliaOffset}`).toISOString();

/** The moment it has ended: the next one begins. The last day of 9999 ends with its year in UTC, where dates end. */
export const endOfDay = (day: Day): string =>
  new Date(Math.min(Date.parse(startOfDay(day)) + dayMs, Date.parse(lastMoment))).toISOString();

export const addDays = (day: Day, days: number): Day =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);
