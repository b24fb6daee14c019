import { partitionName, periodOf, periodsAhead } from './periods';

const at = (text: string): Date => new Date(text);
const iso = (dates: readonly Date[]): string[] => dates.map((date) => date.toISOString().slice(0, 10));

describe('periods of partitions', () => {
  it.each([
    ['day', '2026-12-31T23:59:59.999Z', '2026-12-31', '2027-01-01'],
    ['week', '2026-11-29T23:59:59.999Z', '2026-11-23', '2026-11-30'],
    ['week', '2026-11-30T00:00:00.000Z', '2026-11-30', '2026-12-07'],
    ['month', '2026-12-01T00:00:00.000Z', '2026-12-01', '2027-01-01'],
    ['month', '2028-02-29T12:00:00.000Z', '2028-02-01', '2028-03-01'],
  ] as const)('the %s of %s', (period, time, from, until) => {
    const found = periodOf(period, at(time));

    expect(iso([found.from, found.until])).toEqual([from, until]);
  });

  it.each(['day', 'week', 'month'] as const)('by %s follow one another without a gap', (period) => {
    const periods = periodsAhead(period, at('2026-12-20T10:00:00.000Z'));

    expect(periods.length).toBeGreaterThan(2);
    expect(periods.slice(1).map(({ from }) => from)).toEqual(periods.slice(0, -1).map(({ until }) => until));
  });

  it('name their partition by the day they begin', () => {
    expect(partitionName('bus_messages', periodOf('month', at('2026-11-25T10:00:00.000Z')))).toBe(
      'bus_messages_20261101',
    );
  });
});
