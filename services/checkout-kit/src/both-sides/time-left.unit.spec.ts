import { textsFor } from './texts';
import { clockText, isWorthSaying, secondsUntil, timeLeft } from './time-left';

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
  ])('of %i seconds is written %s', (seconds, text) => {
    expect(clockText(seconds)).toBe(text);
  });

  // In São Paulo it is nine in the morning of the 21st.
  it.each([
    ['2026-11-21T12:59:59.000Z', '59:59', '59:59'],
    ['2026-11-21T13:00:00.000Z', 'hoje, 10:00', '10:00 today'],
    ['2026-11-22T02:59:00.000Z', 'hoje, 23:59', '23:59 today'],
    ['2026-11-22T03:00:00.000Z', 'amanhã, 00:00', '00:00 tomorrow'],
    ['2026-11-22T10:31:00.000Z', 'amanhã, 07:31', '07:31 tomorrow'],
    ['2026-12-01T10:31:00.000Z', '1 de dez., 07:31', '07:31 on Dec 1'],
  ])('until %s is %s, or %s', (instant, portuguese, english) => {
    const inBrazil = (locale: 'pt' | 'en') => ({ locale, texts: textsFor(locale), timeZone: 'America/Sao_Paulo' });
    expect(timeLeft(instant, nowMs, inBrazil('pt')).text).toBe(portuguese);
    expect(timeLeft(instant, nowMs, inBrazil('en')).text).toBe(english);
  });

  it('is told to a screen reader twice', () => {
    expect(Array.from({ length: 700 }, (_, seconds) => seconds).filter(isWorthSaying)).toEqual([60, 300]);
  });
});
