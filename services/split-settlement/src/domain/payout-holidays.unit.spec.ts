import { readHolidays } from './payout-holidays';

it('reads days with their names', () => {
  const holidays = [{ day: '2026-01-25', name: 'Aniversário de São Paulo' }];

  expect(readHolidays(JSON.stringify(holidays))).toEqual(holidays);
});

it.each([
  ['no JSON', '{', /JSON array/],
  ['no array', '{}', /JSON array/],
  ['a day that is none', '[{"day": "2026-02-30", "name": "x"}]', /entry 1/],
  ['another form', '[{"day": "2026-02-03", "name": "x"}, {"day": "25/01/2026", "name": "x"}]', /entry 2/],
  ['no name', '[{"day": "2026-02-03"}]', /entry 1/],
  ['a null', '[null]', /entry 1/],
])('refuses %s', (_fault, text, expected) => {
  expect(readHolidays(text)).toMatch(expected);
});
