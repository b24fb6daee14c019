/** Brasília has been three hours behind UTC all year since 2019. */
const brasiliaOffsetMs = -3 * 3_600_000;
/** The closing is out at about ten past one in the afternoon. */
const publishedAtMs = (13 * 60 + 10) * 60_000;
const dayMs = 86_400_000;

/**
 * Whether the closing file of a day (YYYYMMDD) can be had at `now`: not of Saturdays and Sundays, not before its hour,
 * and not of the latest `unpublishedDays` days, with which a source that has stopped is played. Holidays are not known
 * here.
 */
export const isPublished = (day: string, now: Date, unpublishedDays = 0): boolean => {
  const midnight = midnightOf(day);
  if (midnight === undefined || [0, 6].includes(midnight.getUTCDay())) return false;
  const localNowMs = now.getTime() + brasiliaOffsetMs - unpublishedDays * dayMs;
  return localNowMs >= midnight.getTime() + publishedAtMs;
};

const midnightOf = (day: string): Date | undefined => {
  const iso = `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}T00:00:00.000Z`;
  const midnight = new Date(iso);
  // The thirty-first of February parses, as the third of March.
  return Number.isNaN(midnight.getTime()) || midnight.toISOString() !== iso ? undefined : midnight;
};
