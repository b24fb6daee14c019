/** A day that somebody chose counts to its end, in São Paulo, which has no daylight saving time since 2019. */
export const endOfDay = (day: string | undefined): string | undefined =>
  day === undefined || day === '' ? undefined : `${day}T23:59:59-03:00`;
