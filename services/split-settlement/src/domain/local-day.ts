import { addDays } from '@repasse/values/brasilia-time';

/** Days of the books are days in São Paulo: a day is written 2026-01-31, a month 2026-01. */
const dayMs = 86_400_000;

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
