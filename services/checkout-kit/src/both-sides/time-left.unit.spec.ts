import { clockText, isWorthSaying, secondsUntil } from './time-left';

const nowMs = Date.parse('2026-11-21T12:00:00.000Z');

describe('the time that is left', () => {
  it.each([
    ['2026-11-21T12:05:00.000Z', 300],
    ['2026-11-21T12:00:00.001Z', 1],
    ['2026-11-21T12:00:00.000Z', 0],
    ['2026-11-21T11:00:00.000Z', 0],
  ])('until %s is %i seconds', (instant, seconds) => {
    expect(secondsUntil(instant, nowMs)).toBe(seconds);
  });

  it.each([
    [0, '00:00'],
    [59, '00:59'],
    [60, '01:00'],
    [3_599, '59:59'],
    [3_600, '1:00:00'],
    [86_399, '23:59:59'],
    [86_400, '1 d 00:00:00'],
    [176_461, '2 d 01:01:01'],
  ])('of %i seconds is written %s', (seconds, text) => {
    expect(clockText(seconds)).toBe(text);
  });

  it('is told to a screen reader twice', () => {
    expect(Array.from({ length: 700 }, (_, seconds) => seconds).filter(isWorthSaying)).toEqual([60, 300]);
  });
});
