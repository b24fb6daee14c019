import fc from 'fast-check';
import { brasiliaTime, dayAt } from '@repasse/values/brasilia-time';
import { createPayoutCalendar } from './payout-calendar';
import { nextRunAt, noSchedule, weekdays, type PayoutRhythm } from './payout-schedule';

const calendar = createPayoutCalendar([]);
const times = { calendar, cutOffMs: 18 * 3_600_000 };

/** The next run after a time in Brasília, as a time there. */
const next = (rhythm: PayoutRhythm, after: string, isBusinessDaysOnly = true): string | null => {
  const runAt = nextRunAt({ ...noSchedule, rhythm, isBusinessDaysOnly }, new Date(`${after}Z`).toISOString(), times);
  return runAt === null ? null : brasiliaTime(runAt).slice(0, 16);
};

describe('the next run of a schedule', () => {
  // Times after `after` are UTC: three hours ahead of those expected.
  it.each<[string, PayoutRhythm, string, string]>([
    ['daily, the same day', { frequency: 'DAILY' }, '2026-11-25T20:59:59', '2026-11-25T18:00'],
    ['daily, at the very moment', { frequency: 'DAILY' }, '2026-11-25T21:00:00', '2026-11-26T18:00'],
    ['daily, over a weekend', { frequency: 'DAILY' }, '2026-11-27T22:00:00', '2026-11-30T18:00'],
    ['weekly', { frequency: 'WEEKLY', weekday: 'WEDNESDAY' }, '2026-11-26T12:00:00', '2026-12-02T18:00'],
    ['weekly, on a holiday', { frequency: 'WEEKLY', weekday: 'FRIDAY' }, '2026-11-19T12:00:00', '2026-11-23T18:00'],
    ['monthly', { frequency: 'MONTHLY', dayOfMonth: 10 }, '2026-11-26T12:00:00', '2026-12-10T18:00'],
    [
      'on the 31st of a shorter month',
      { frequency: 'MONTHLY', dayOfMonth: 31 },
      '2026-11-26T12:00:00',
      '2026-11-30T18:00',
    ],
    ['on the 31st, a Sunday', { frequency: 'MONTHLY', dayOfMonth: 31 }, '2027-01-20T12:00:00', '2027-02-01T18:00'],
    ['a threshold', { frequency: 'THRESHOLD', thresholdMinor: 1 }, '2026-02-13T22:00:00', '2026-02-18T18:00'],
  ])('%s', (_of, rhythm, after, expected) => {
    expect(next(rhythm, after)).toBe(expected);
  });

  it('takes place on any day where that is wanted', () => {
    expect(next({ frequency: 'MONTHLY', dayOfMonth: 31 }, '2027-01-20T12:00:00', false)).toBe('2027-01-31T18:00');
  });

  it('looks at a threshold on business days in any case', () => {
    expect(next({ frequency: 'THRESHOLD', thresholdMinor: 1 }, '2026-11-27T22:00:00', false)).toBe('2026-11-30T18:00');
  });

  it('never comes by hand', () => {
    expect(next({ frequency: 'MANUAL' }, '2026-11-26T12:00:00')).toBeNull();
  });

  it('is a fault where no day is a business day', () => {
    const schedule = { ...noSchedule, rhythm: { frequency: 'DAILY' as const } };
    const run = () =>
      nextRunAt(schedule, '2026-11-26T12:00:00.000Z', { ...times, calendar: { isBusinessDay: () => false } });

    expect(run).toThrow(/holidays/);
  });
});

const rhythms: fc.Arbitrary<PayoutRhythm> = fc.oneof(
  fc.constant({ frequency: 'DAILY' as const }),
  fc.constantFrom(...weekdays).map((weekday) => ({ frequency: 'WEEKLY' as const, weekday })),
  fc.integer({ min: 1, max: 31 }).map((dayOfMonth) => ({ frequency: 'MONTHLY' as const, dayOfMonth })),
);
const moments = fc
  .date({ min: new Date('2024-01-01T00:00:00Z'), max: new Date('2030-12-31T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString());

it('any schedule runs after the moment, at the cut-off, on a business day, and none is left out', () => {
  fc.assert(
    fc.property(rhythms, moments, moments, (rhythm, one, other) => {
      const runAfter = (moment: string): string => nextRunAt({ ...noSchedule, rhythm }, moment, times) ?? '';
      const [earlier, later] = [one, other].sort() as [string, string];
      const runAt = runAfter(earlier);

      expect(runAt > earlier).toBe(true);
      expect(brasiliaTime(runAt).slice(11, 19)).toBe('18:00:00');
      expect(calendar.isBusinessDay(dayAt(runAt))).toBe(true);
      // Asked later, the same run or a later one comes.
      expect(runAfter(later) >= runAt).toBe(true);
      expect(runAfter(later) === runAt || later >= runAt).toBe(true);
    }),
    { numRuns: 200 },
  );
});
