/**
 * Dates and times as callers write them. PostgreSQL knows no year 0, and neither it nor a four-digit year knows 10000,
 * which a day later or another offset would reach; nothing here happened before 1900.
 */
const yearMin = 1900;
const firstMs = Date.UTC(yearMin, 0, 1);
const lastMs = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** The last moment there is: as an end it stands for "without end". */
export const lastMoment = new Date(lastMs).toISOString();

const dayForm = /^(\d{4})-(\d\d)-(\d\d)$/;

const momentForm =
  /^(\d{4}-\d\d-\d\d)[T ]([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d|60)(?:[.,](\d{1,9}))?)?(?:(Z)|([+-])([01]\d|2[0-3])(?::?([0-5]\d))?)$/i;

/** The day a text names, `2026-01-31`; undefined when there is none such in 1900 to 9999. */
export const dayOf = (text: string): string | undefined => {
  const [, year = '', month = '', day = ''] = dayForm.exec(text) ?? [];
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  // The 31st of February is read as a day of March; the text says otherwise.
  return Number(year) >= yearMin && date.getUTCDate() === Number(day) && date.getUTCMonth() === Number(month) - 1
    ? text
    : undefined;
};

/**
 * The moment a text names, in ISO 8601 with its offset (Z, -03:00, -0300 or -03), as ISO 8601 in UTC with milliseconds.
 * Undefined for another form, a day there is not, or a moment outside of 1900 to 9999.
 */
export const momentOf = (text: string): string | undefined => {
  const [, day, hour, minute, second = '0', fraction = '', , sign, offsetHours = '0', offsetMinutes = '0'] =
    momentForm.exec(text) ?? [];
  if (day === undefined || dayOf(day) === undefined) return undefined;
  const offsetMs = (sign === '-' ? -1 : 1) * (Number(offsetHours) * 60 + Number(offsetMinutes)) * 60_000;
  const ms = Number(fraction.padEnd(3, '0').slice(0, 3));
  const minuteMs = Date.parse(`${day}T${hour}:${minute}:00.000Z`) - offsetMs;
  // A leap second ends a day of UTC. Clocks here have none: it is the second after.
  if (second === '60' && (minuteMs + 60_000) % 86_400_000 !== 0) return undefined;
  const atMs = minuteMs + Number(second) * 1_000 + ms;
  return atMs >= firstMs && atMs <= lastMs ? new Date(atMs).toISOString() : undefined;
};
