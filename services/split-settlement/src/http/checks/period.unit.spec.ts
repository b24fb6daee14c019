import { monthPeriodFaults, periodFaults, timeFaults } from './period';

const none = new Set<string>();

describe('a period of days', () => {
  it.each([
    ['2026-01-01', '2026-01-01', undefined],
    ['2026-01-01', '2026-04-02', undefined],
    ['2026-01-01', '2026-04-03', 'must be within 92 days, from included.'],
    ['2026-01-02', '2026-01-01', 'must not be before from.'],
  ])('from %s to %s: %s', (from, to, message) => {
    expect(periodFaults({ from, to }, 92, none)[0]?.message).toBe(message);
  });

  it('says nothing of what is no day', () => {
    expect(periodFaults({ from: 'x', to: '2026-01-01' }, 92, new Set(['from']))).toEqual([]);
  });
});

describe('a period of months', () => {
  it.each([
    ['2025-02', '2026-01', undefined],
    ['2025-01', '2026-01', 'must be within 12 months, from included.'],
    ['2026-02', '2026-01', 'must not be before from.'],
    ['0001-01', '2026-01', 'must be a month from 1900 to 9999.'],
  ])('from %s to %s: %s', (from, to, message) => {
    expect(monthPeriodFaults({ from, to }, 12, none)[0]?.message).toBe(message);
  });
});

it.each([
  ['2026-01-02', 1],
  ['2026-01-01', 0],
  ['2016-01-01', 0],
  ['2015-12-31', 1],
])('%s, asked for on 2026-01-01, has %i faults', (asked, count) => {
  expect(timeFaults('date', { asked, current: '2026-01-01' }, none)).toHaveLength(count);
});
