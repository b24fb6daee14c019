import { type Fault } from '@repasse/chassis/http/problem';
import { dayOf } from '@repasse/values/moment';
import { dayCount, monthCount } from '../../domain/local-day';
import { type Period } from '../requests/period';

/** A period of days: it ends when it has begun, and is no longer than a report may be. */
export const periodFaults = ({ from, to }: Period, daysMax: number, faulty: ReadonlySet<string>): readonly Fault[] => {
  if (faulty.has('from') || faulty.has('to')) return [];
  const days = dayCount(from, to);
  if (days < 1) return [{ field: 'to', message: 'must not be before from.' }];
  return days > daysMax ? [{ field: 'to', message: `must be within ${daysMax} days, from included.` }] : [];
};

/** Books have to be kept for no longer, and a report that is kept of each day of it is bounded. */
const reportYearsMax = 10;

/** Whether a day or month has begun, and not too long ago, by the current one of the same form. */
export const isReported = (asked: string, current: string): boolean => asked <= current && asked >= earliestOf(current);

const earliestOf = (current: string): string => `${Number(current.slice(0, 4)) - reportYearsMax}${current.slice(4)}`;

/** A day or month that has not begun has nothing to report, and those of long ago are not reported any more. */
export const timeFaults = (
  field: string,
  { asked, current }: { readonly asked: string; readonly current: string },
  faulty: ReadonlySet<string>,
): readonly Fault[] =>
  faulty.has(field) || isReported(asked, current)
    ? []
    : [{ field, message: `must be from ${earliestOf(current)} to ${current}, which it is now.` }];

/** A month that the calendar has; its form is checked by the description. */
export const monthFaults = (field: string, month: string, faulty: ReadonlySet<string>): readonly Fault[] =>
  faulty.has(field) || dayOf(`${month}-01`) !== undefined
    ? []
    : [{ field, message: 'must be a month from 1900 to 9999.' }];

/** The same as of days, of months. */
export const monthPeriodFaults = (
  { from, to }: Period,
  monthsMax: number,
  faulty: ReadonlySet<string>,
): readonly Fault[] => {
  const faults = [...monthFaults('from', from, faulty), ...monthFaults('to', to, faulty)];
  if (faults.length > 0 || faulty.has('from') || faulty.has('to')) return faults;
  const months = monthCount(from, to);
  if (months < 1) return [{ field: 'to', message: 'must not be before from.' }];
  return months > monthsMax ? [{ field: 'to', message: `must be within ${monthsMax} months, from included.` }] : [];
};
