/** Three hours behind UTC all year round: Brazil gave up summer time in 2019. */
export const brasiliaOffset = '-03:00';
const offsetMs = -3 * 60 * 60_000;

/** The same moment as a clock in Brasília shows it: 2026-11-21T09:00:00.000-03:00. */
export const brasiliaTime = (iso: string): string =>
  new Date(Date.parse(iso) + offsetMs).toISOString().replace('Z', brasiliaOffset);
