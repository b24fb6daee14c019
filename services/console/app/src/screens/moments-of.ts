import { endOfDay, startOfDay } from '@repasse/values/brasilia-time';
import { type Search } from './use-filters.ts';

/** The days of an address as the moments that lists of the API ask for. What is no day is left for the API to refuse. */
export const momentsOf = ({ from, to, ...filters }: Search): Search => ({
  ...filters,
  ...(from !== undefined && { from: momentOf(from, startOfDay) }),
  ...(to !== undefined && { to: momentOf(to, endOfDay) }),
});

const momentOf = (given: string | number, edge: (day: string) => string): string => {
  const text = String(given);
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) ? edge(text) : text;
};
