import { periodEnd, periodStart } from './period';

describe('a period', () => {
  it.each([
    ['2026-11-21', '2026-11-21T03:00:00.000Z'],
    ['2026-11-21T12:00:00-03:00', '2026-11-21T15:00:00.000Z'],
    ['2026-11-21T12:00:00.250Z', '2026-11-21T12:00:00.250Z'],
    ['2026-11-21t12:00z', '2026-11-21T12:00:00.000Z'],
  ])('from %s begins at %s', (text, at) => {
    expect(periodStart(text)).toBe(at);
  });

  it.each([
    ['2026-11-21', '2026-11-22T03:00:00.000Z'],
    ['2026-12-31', '2027-01-01T03:00:00.000Z'],
    ['2026-11-21T12:00:00Z', '2026-11-21T12:00:00.001Z'],
  ])('to %s has ended at %s', (text, at) => {
    expect(periodEnd(text)).toBe(at);
  });

  it.each(['2026-02-31', '2026-13-01', '2026-11-21T12:00:00', '2026-11-21T25:00:00Z', 'yesterday', '20261121', ''])(
    'of %j is none',
    (text) => {
      expect([periodStart(text), periodEnd(text)]).toEqual([undefined, undefined]);
    },
  );
});
