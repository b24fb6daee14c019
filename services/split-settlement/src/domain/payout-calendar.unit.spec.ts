import { createPayoutCalendar, nationalHolidays, weekdayOf } from './payout-calendar';

describe('the banking holidays of a year', () => {
  // Carnival Monday, Good Friday and Corpus Christi as the calendar of Febraban has them.
  it.each([
    [2024, '2024-02-12', '2024-03-29', '2024-05-30'],
    [2025, '2025-03-03', '2025-04-18', '2025-06-19'],
    [2026, '2026-02-16', '2026-04-03', '2026-06-04'],
    [2027, '2027-02-08', '2027-03-26', '2027-05-27'],
    [2028, '2028-02-28', '2028-04-14', '2028-06-15'],
    [2029, '2029-02-12', '2029-03-30', '2029-05-31'],
    [2030, '2030-03-04', '2030-04-19', '2030-06-20'],
  ])('%i has those that follow Easter', (year, carnival, goodFriday, corpusChristi) => {
    const days = nationalHolidays(year).map(({ day }) => day);

    expect(days).toEqual(expect.arrayContaining([carnival, goodFriday, corpusChristi]));
    expect(days).toHaveLength(13);
    expect([...days].sort()).toEqual(days);
  });

  it('has 20 November', () => {
    expect(nationalHolidays(2026)).toContainEqual(expect.objectContaining({ day: '2026-11-20' }));
  });
});

describe('a business day', () => {
  const calendar = createPayoutCalendar([{ day: '2026-01-26', name: 'A Monday of our own' }]);

  it.each([
    ['2026-01-23', true],
    ['2026-01-24', false],
    ['2026-01-25', false],
    ['2026-01-26', false],
    ['2026-01-27', true],
    ['2026-02-17', false],
    ['2026-02-18', true],
    ['2026-12-25', false],
  ])('%s: %s', (day, isBusinessDay) => {
    expect(calendar.isBusinessDay(day)).toBe(isBusinessDay);
  });

  it('is named by weekdays that begin on Sunday', () => {
    expect(['2026-11-22', '2026-11-23', '2026-11-28'].map(weekdayOf)).toEqual([0, 1, 6]);
  });
});
