import { type Search } from '../use-filters.ts';

/** Of an address, but no filters: the account one looks at, and a page of the list. */
const noFilters = new Set(['m', 'cursor']);

/** The filters of an address or of a view, as texts. A view that a colleague made must not lead to another account. */
export const keptFilters = (filters: Search): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(filters).flatMap(([name, value]) =>
      value === undefined || value === '' || noFilters.has(name) ? [] : [[name, String(value)]],
    ),
  );
