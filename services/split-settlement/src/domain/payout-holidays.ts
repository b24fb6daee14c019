import { type Holiday } from './payout-calendar';

/**
 * Reads a file of further holidays, `[{"day": "2026-01-25", "name": "Aniversário de São Paulo"}]`. Returns the text of the
 * first fault instead, which says the entry.
 */
export const readHolidays = (text: string): readonly Holiday[] | string => {
  const found = parsed(text);
  if (!Array.isArray(found)) return 'must be a file with a JSON array of {"day", "name"}.';
  const wrong = found.findIndex((entry) => !isHoliday(entry));
  return wrong === -1
    ? (found as readonly Holiday[])
    : `has no {"day": "2026-01-25", "name": …} as entry ${wrong + 1}.`;
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};

const isHoliday = (entry: unknown): entry is Holiday =>
  typeof entry === 'object' &&
  entry !== null &&
  'day' in entry &&
  'name' in entry &&
  typeof entry.name === 'string' &&
  isDay(entry.day);

const isDay = (day: unknown): day is string =>
  typeof day === 'string' &&
  /^\d{4}-\d\d-\d\d$/.test(day) &&
  !Number.isNaN(Date.parse(day)) &&
  new Date(day).toISOString().startsWith(day);
