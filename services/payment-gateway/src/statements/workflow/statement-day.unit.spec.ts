import { daysToSchedule, dueAtOf, isOver, periodOf } from './statement-day';

const at = (time: string): Date => new Date(time);

describe('a day of statements', () => {
  it('is a day of Brasília', () => {
    expect(periodOf('2026-11-20', at('2026-11-25T00:00:00.000Z'))).toEqual({
      from: '2026-11-20T03:00:00.000Z',
      to: '2026-11-21T03:00:00.000Z',
    });
  });

  it('ends now while it is not over', () => {
    const now = at('2026-11-20T15:00:00.000Z');

    expect(periodOf('2026-11-20', now)).toEqual({ from: '2026-11-20T03:00:00.000Z', to: now.toISOString() });
    expect(isOver('2026-11-20', at('2026-11-21T02:59:59.999Z'))).toBe(false);
    expect(isOver('2026-11-20', at('2026-11-21T03:00:00.000Z'))).toBe(true);
  });

  it('is checked some hours after it', () => {
    expect(dueAtOf('2026-11-20')).toBe('2026-11-21T07:00:00.000Z');
  });
});

describe('the days to be checked', () => {
  it('begin with the one before this', () => {
    expect(daysToSchedule(null, at('2026-11-21T12:00:00.000Z'))).toEqual(['2026-11-20']);
    // In Brasília it is still the day before.
    expect(daysToSchedule(null, at('2026-11-21T02:00:00.000Z'))).toEqual(['2026-11-19']);
  });

  it('are those since the last one', () => {
    const now = at('2026-11-21T12:00:00.000Z');

    expect(daysToSchedule('2026-11-20', now)).toEqual([]);
    expect(daysToSchedule('2026-11-17', now)).toEqual(['2026-11-18', '2026-11-19', '2026-11-20']);
  });

  it('are not more than a month, and none when the clock was set back', () => {
    const now = at('2026-11-21T12:00:00.000Z');

    expect(daysToSchedule('2026-01-01', now)).toHaveLength(31);
    expect(daysToSchedule('2026-01-01', now).at(-1)).toBe('2026-11-20');
    expect(daysToSchedule('2026-12-24', now)).toEqual([]);
  });
});
