const pattern = /^P(?:(\d{1,4})D)?(?:T(?:(\d{1,4})H)?(?:(\d{1,5})M)?(?:(\d{1,7})S)?)?$/;

/** Milliseconds of an ISO 8601 duration of days, hours, minutes and seconds; undefined for anything else. */
export const parseDuration = (text: string): number | undefined => {
  const match = pattern.exec(text);
  if (match === null || /[PT]$/.test(text)) return undefined;
  const [days, hours, minutes, seconds] = match.slice(1).map((digits: string | undefined) => Number(digits ?? 0));
  const inHours = (days ?? 0) * 24 + (hours ?? 0);
  return ((inHours * 60 + (minutes ?? 0)) * 60 + (seconds ?? 0)) * 1_000;
};
