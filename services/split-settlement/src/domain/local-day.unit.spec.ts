import { addDays, dayAt, dayCount, daysOfMonth, endOfDay, lastDayOf, monthCount, startOfDay } from './local-day';

describe('a day in São Paulo', () => {
  it('begins and ends three hours after it does in UTC', () => {
    expect(startOfDay('2026-01-31')).toBe('2026-01-31T03:00:00.000Z');
    expect(endOfDay('2026-01-31')).toBe('2026-02-01T03:00:00.000Z');
    // PostgreSQL takes no year of five digits.
    expect(endOfDay('9999-12-31')).toBe('9999-12-31T23:59:59.999Z');
  });

  it.each([
    ['2026-02-01T02:59:59.999Z', '2026-01-31'],
    ['2026-02-01T03:00:00.000Z', '2026-02-01'],
    // In summer as in winter.
    ['2026-07-01T02:59:59.999Z', '2026-06-30'],
  ])('%s is of %s', (moment, day) => expect(dayAt(moment)).toBe(day));

  it('is counted over the ends of months and years', () => {
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
    expect(dayCount('2026-02-27', '2026-03-02')).toBe(4);
    expect(dayCount('2026-02-01', '2026-02-01')).toBe(1);
    expect(dayCount('2026-02-02', '2026-02-01')).toBe(0);
  });
});

describe('a month', () => {
  it('has its days', () => {
    expect(daysOfMonth('2028-02')).toHaveLength(29);
    expect(daysOfMonth('2026-12').at(-1)).toBe('2026-12-31');
    expect(lastDayOf('2026-11')).toBe('2026-11-30');
    expect(lastDayOf('9999-12')).toBe('9999-12-31');
    expect(monthCount('2026-11', '2027-02')).toBe(4);
  });
});
