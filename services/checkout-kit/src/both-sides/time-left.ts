const secondMs = 1_000;
const minuteSeconds = 60;
const hourSeconds = 3_600;
const daySeconds = 86_400;

/** Whole seconds until an instant; zero once it has passed. A second that has begun still counts. */
export const secondsUntil = (instant: string, nowMs: number): number =>
  Math.max(0, Math.ceil((Date.parse(instant) - nowMs) / secondMs));

/** 04:59, 1:04:59, 2 d 01:04:59. Tabular digits of constant width, so that nothing beside it moves. */
export const clockText = (seconds: number): string => {
  const days = Math.floor(seconds / daySeconds);
  const hours = Math.floor((seconds % daySeconds) / hourSeconds);
  const minutes = Math.floor((seconds % hourSeconds) / minuteSeconds);
  const rest = `${twoDigits(minutes)}:${twoDigits(seconds % minuteSeconds)}`;
  if (days > 0) return `${days} d ${twoDigits(hours)}:${rest}`;
  return hours > 0 ? `${hours}:${rest}` : rest;
};

const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** When a screen reader is told: each second would drown everything else. */
export const isWorthSaying = (seconds: number): boolean => seconds === 5 * minuteSeconds || seconds === minuteSeconds;
