import { lastMoment } from '@repasse/values/moment';

/**
 * Days of the books are days in São Paulo, three hours behind UTC all year round: Brazil gave up summer time in 2019.
 * A day is written 2026-01-31, a month 2026-01, a moment as ISO 8601 in UTC.
 */
const offset = '-03:00';
const offsetMs = -3 * 3_600_000;
const dayMs = 86_400_000;

/** The moment a day begins. */
export const startOfDay = (day: string): string => new Date(`${day}T00:00:00.000${offset}`).toISOString();

/** The moment it has ended: the next one begins. The last day of 9999 ends with its year in UTC, where dates end. */
export const endOfDay = (day: string): string =>
  new Date(Math.min(Date.parse(startOfDay(day)) + dayMs, Date.parse(lastMoment))).toISOString();

/** The day of a moment. */
export const dayAt = (moment: string): string => new Date(Date.parse(moment) + offsetMs).toISOString().slice(0, 10);

export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00.000Z`) + days * dayMs).toISOString().slice(0, 10);

/** How many days a period has, both ends included; less than 1 when it ends before it begins. */
export const dayCount = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / dayMs + 1;

/** Every day of a month, in order. */
export const daysOfMonth = (month: string): string[] => {
  const [year = 0, number = 0] = month.split('-').map(Number);
  const count = new Date(Date.UTC(year, number, 0)).getUTCDate();
  return Array.from({ length: count }, (_, index) => addDays(`${month}-01`, index));
};

export const lastDayOf = (month: string): string => daysOfMonth(month).at(-1) ?? `${month}-01`;

/** How many months a period has, both ends included. */
export const monthCount = (from: string, to: string): number => {
  const numberOf = (month: string): number => Number(month.slice(0, 4)) * 12 + Number(month.slice(5));
  return numberOf(to) - numberOf(from) + 1;
};
