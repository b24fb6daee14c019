import { dayCount, daysOfMonth, lastDayOf, monthCount } from './local-day';

it('days are counted over the ends of months', () => {
  expect(dayCount('2026-02-27', '2026-03-02')).toBe(4);
  expect(dayCount('2026-02-01', '2026-02-01')).toBe(1);
  expect(dayCount('2026-02-02', '2026-02-01')).toBe(0);
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
