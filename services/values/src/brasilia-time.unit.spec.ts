import { addDays, brasiliaTime, dayAt, endOfDay, startOfDay } from './brasilia-time';

describe('a day in Brasília', () => {
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
  ])('%s is of %s', (moment, day) => {
    expect(dayAt(moment)).toBe(day);
    expect(dayAt(new Date(moment))).toBe(day);
  });

  it('is followed by others over the ends of months and years', () =>
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01'));
});

it('a moment is written as a clock there shows it', () =>
  expect(brasiliaTime('2026-11-21T12:00:00.000Z')).toBe('2026-11-21T09:00:00.000-03:00'));
