import { languageTagOf, type Locale } from './locale.ts';
import { type Texts } from './text-shape.ts';
import { filled } from './texts.ts';

const secondMs = 1_000;
const minuteSeconds = 60;
const hourSeconds = 3_600;
const daySeconds = 86_400;

/** Whole seconds until an instant; zero once it has passed. A second that has begun still counts. */
export const secondsUntil = (instant: string, nowMs: number): number =>
  Math.max(0, Math.ceil((Date.parse(instant) - nowMs) / secondMs));

/** 04:59, 1:04:59. Tabular digits of constant width, so that nothing beside it moves. */
export const clockText = (seconds: number): string => {
  const hours = Math.floor(seconds / hourSeconds);
  const minutes = Math.floor((seconds % hourSeconds) / minuteSeconds);
  const rest = `${twoDigits(minutes)}:${twoDigits(seconds % minuteSeconds)}`;
  return hours > 0 ? `${hours}:${rest}` : rest;
};

const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** How long something lasts: counted down in its last hour, before that as a moment of the payer's own day. */
export const timeLeft = (
  instant: string,
  nowMs: number,
  {
    texts,
    locale,
    timeZone,
  }: { readonly texts: Pick<Texts, 'until'>; readonly locale: Locale; readonly timeZone?: string },
): { readonly isCountdown: boolean; readonly text: string } => {
  const seconds = secondsUntil(instant, nowMs);
  if (seconds < hourSeconds) return { isCountdown: true, text: clockText(seconds) };
  const at = Date.parse(instant);
  const format = (options: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat(languageTagOf(locale), { timeZone, ...options }).format(at);
  const daysAway = dayNumber(at, timeZone) - dayNumber(nowMs, timeZone);
  const day = daysAway === 0 ? 'today' : daysAway === 1 ? 'tomorrow' : 'later';
  return {
    isCountdown: false,
    text: filled(texts.until[day], {
      time: format({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
      date: format({ day: 'numeric', month: 'short' }),
    }),
  };
};

/** Counts the days of a calendar in the given zone, the device's when it is left out. */
const dayNumber = (ms: number, timeZone: string | undefined): number => {
  const parts = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(ms);
  return Date.parse(parts) / (daySeconds * secondMs);
};

/** When a screen reader is told: each second would drown everything else. */
export const isWorthSaying = (seconds: number): boolean => seconds === 5 * minuteSeconds || seconds === minuteSeconds;
