import { timeLeft } from './time-left.ts';

const now = '2026-11-21T12:00:00.000Z';

it.each([
  ['2026-11-28T11:59:00.000Z', 'in 6 days', 'em 6 dias'],
  ['2026-11-23T12:00:00.000Z', 'in 2 days', 'em 2 dias'],
  ['2026-11-23T11:59:00.000Z', 'in 47 hours', 'em 47 horas'],
  ['2026-11-21T12:59:00.000Z', 'in 59 minutes', 'em 59 minutos'],
  ['2026-11-21T12:00:59.000Z', 'now', 'agora'],
  ['2026-11-21T10:00:00.000Z', '2 hours ago', 'há 2 horas'],
  ['2026-11-18T12:00:00.000Z', '3 days ago', 'há 3 dias'],
])('%s is %s', (at, en, pt) => {
  expect(timeLeft(at, Date.parse(now), 'en')).toBe(en);
  expect(timeLeft(at, Date.parse(now), 'pt-BR')).toBe(pt);
});
