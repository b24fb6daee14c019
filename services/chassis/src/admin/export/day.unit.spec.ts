import { dayNamed, endedDays } from './day';

describe('a day of an export', () => {
  it('is one in São Paulo, which begins at three o’clock of UTC', () => {
    expect(dayNamed('2026-11-25')).toEqual({
      ...{ name: '2026-11-25', from: '2026-11-25T03:00:00.000Z', until: '2026-11-26T03:00:00.000Z' },
    });
  });

  it.each(['2026-13-01', '25/11/2026', '2026-11-25T00:00', ''])('is not %s', (name) => {
    expect(() => dayNamed(name)).toThrow('is no day');
  });

  it('has ended for a quarter of an hour, so that its rows are final', () => {
    const at = (time: string) => () => endedDays('2026-11-24', '2026-11-25', new Date(time));

    expect(at('2026-11-26T03:14:59.000Z')).toThrow('2026-11-25 has not ended for a quarter of an hour');
    expect(at('2026-11-26T03:15:00.000Z')().map(({ name }) => name)).toEqual(['2026-11-24', '2026-11-25']);
  });

  it('is one of a year at most, and none before the first', () => {
    const now = new Date('2026-11-26T12:00:00.000Z');

    expect(endedDays('2026-02-28', '2026-03-01', now)).toHaveLength(2);
    expect(() => endedDays('2026-11-25', '2026-11-24', now)).toThrow('are no 1 to 366 days');
    expect(() => endedDays('2024-01-01', '2026-01-01', now)).toThrow('are no 1 to 366 days');
  });
});
