/** Brazil's official time, which has known no summer time since 2019. */
const offset = '-03:00';

const dayMs = 86_400_000;

/** Where a period begins: a moment, or the first of a day in Brasília. Undefined when the text is neither. */
export const periodStart = (text: string): string | undefined => (isDay(text) ? startOfDay(text) : momentOf(text, 0));

/** Where a period has ended: the whole of a day named last belongs to it, and so does a moment, to the millisecond. */
export const periodEnd = (text: string): string | undefined => {
  const start = isDay(text) ? startOfDay(text) : momentOf(text, 1);
  if (start === undefined || !isDay(text)) return start;
  return new Date(Date.parse(start) + dayMs).toISOString();
};

const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text);

const startOfDay = (day: string): string | undefined => {
  const startMs = Date.parse(`${day}T00:00:00.000${offset}`);
  // The 31st of February is read as a day of March; the text says otherwise.
  if (Number.isNaN(startMs) || new Date(Date.parse(`${day}T00:00:00.000Z`)).toISOString().slice(0, 10) !== day)
    return undefined;
  return new Date(startMs).toISOString();
};

const momentPattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/i;

const momentOf = (text: string, laterMs: number): string | undefined => {
  const atMs = momentPattern.test(text) ? Date.parse(text.toUpperCase()) : Number.NaN;
  return Number.isNaN(atMs) ? undefined : new Date(atMs + laterMs).toISOString();
};
