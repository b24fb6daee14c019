import { assertNever } from '@repasse/chassis/decider';
import { addDays, dayAt, startOfDay, type Day } from '@repasse/values/brasilia-time';
import { weekdayOf, type PayoutCalendar } from './payout-calendar';

/** In the order of `weekdayOf`. */
export const weekdays = ['SUNDAY', 'MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY'] as const;
export type Weekday = (typeof weekdays)[number];

export type PayoutRhythm =
  | { readonly frequency: 'DAILY' }
  | { readonly frequency: 'WEEKLY'; readonly weekday: Weekday }
  /** On its last day where the month is shorter. */
  | { readonly frequency: 'MONTHLY'; readonly dayOfMonth: number }
  /** Looked at on each business day; paid out when this much is there. */
  | { readonly frequency: 'THRESHOLD'; readonly thresholdMinor: number }
  /** Paid on request only. */
  | { readonly frequency: 'MANUAL' };

export interface PayoutSchedule {
  readonly rhythm: PayoutRhythm;
  /** What stays in the balance. */
  readonly keepMinor: number;
  /** Null: the default one at that time. */
  readonly destinationId: string | null;
  /** A run on another day takes place on the next business day. */
  readonly isBusinessDaysOnly: boolean;
}

/** Of a user who has set nothing. */
export const noSchedule: PayoutSchedule = {
  rhythm: { frequency: 'MANUAL' },
  keepMinor: 0,
  destinationId: null,
  isBusinessDaysOnly: true,
};

export interface RunTimes {
  readonly calendar: PayoutCalendar;
  /** When the runs of a day begin, after its midnight in Brasília. What becomes available later goes with the next one. */
  readonly cutOffMs: number;
}

/** A year and the longest holidays: whoever is not paid within it has a calendar without business days. */
const searchedDaysMax = 400;

/** The first run that begins after a moment; null for a schedule that never runs by itself. */
export const nextRunAt = (
  { rhythm, isBusinessDaysOnly }: PayoutSchedule,
  after: string,
  times: RunTimes,
): string | null => {
  if (rhythm.frequency === 'MANUAL') return null;
  const runsOn = isBusinessDaysOnly || rhythm.frequency === 'THRESHOLD' ? isMovedRun : isPlanned;
  const today = dayAt(after);
  for (let ahead = 0; ahead < searchedDaysMax; ahead += 1) {
    const day = addDays(today, ahead);
    const runAt = runOf(day, times);
    if (Date.parse(runAt) > Date.parse(after) && runsOn(rhythm, day, times)) return runAt;
  }
  throw new Error(`No payout would run within ${searchedDaysMax} days of ${after}: look at the file of holidays.`);
};

const runOf = (day: Day, { cutOffMs }: RunTimes): string =>
  new Date(Date.parse(startOfDay(day)) + cutOffMs).toISOString();

/** Also the runs planned for the holidays and weekends before it, all of them as one. */
const isMovedRun = (rhythm: PayoutRhythm, day: Day, times: RunTimes): boolean => {
  const { isBusinessDay } = times.calendar;
  if (!isBusinessDay(day)) return false;
  for (let planned = day; planned === day || !isBusinessDay(planned); planned = addDays(planned, -1)) {
    if (isPlanned(rhythm, planned)) return true;
  }
  return false;
};

const isPlanned = (rhythm: PayoutRhythm, day: Day): boolean => {
  switch (rhythm.frequency) {
    case 'DAILY':
    case 'THRESHOLD':
      return true;
    case 'WEEKLY':
      return weekdays[weekdayOf(day)] === rhythm.weekday;
    case 'MONTHLY':
      return dayOfMonth(day) === rhythm.dayOfMonth || (isLastOfMonth(day) && dayOfMonth(day) < rhythm.dayOfMonth);
    case 'MANUAL':
      return false;
    default:
      return assertNever(rhythm);
  }
};

const dayOfMonth = (day: Day): number => Number(day.slice(8));

const isLastOfMonth = (day: Day): boolean => addDays(day, 1).endsWith('-01');
