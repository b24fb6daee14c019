import { addDays, type Day } from '@repasse/values/brasilia-time';

export interface Holiday {
  readonly day: Day;
  readonly name: string;
}

export interface PayoutCalendar {
  /** True on days on which banks work: no Saturday, Sunday or holiday. */
  readonly isBusinessDay: (day: Day) => boolean;
}

/** `others`: holidays that no rule gives, such as those of a city or of an election. */
export const createPayoutCalendar = (others: readonly Holiday[]): PayoutCalendar => {
  const otherDays = new Set(others.map(({ day }) => day));
  return { isBusinessDay: (day) => !isWeekend(day) && !otherDays.has(day) && !isNational(day) };
};

/** Holidays on which no bank in Brazil works, in the order of the year. Valid from 2024 on, when 20 November became one. */
export const nationalHolidays = (year: number): readonly Holiday[] =>
  [
    ...fixedDays.map(({ monthDay, name }) => ({ day: `${year}-${monthDay}`, name })),
    ...easterDays.map(({ daysAfter, name }) => ({ day: addDays(easterSunday(year), daysAfter), name })),
  ].sort((one, other) => (one.day < other.day ? -1 : 1));

/** Lei 662/1949, 6.802/1980 and 14.759/2023. */
const fixedDays = [
  { monthDay: '01-01', name: 'Confraternização Universal' },
  { monthDay: '04-21', name: 'Tiradentes' },
  { monthDay: '05-01', name: 'Dia do Trabalho' },
  { monthDay: '09-07', name: 'Independência do Brasil' },
  { monthDay: '10-12', name: 'Nossa Senhora Aparecida' },
  { monthDay: '11-02', name: 'Finados' },
  { monthDay: '11-15', name: 'Proclamação da República' },
  { monthDay: '11-20', name: 'Dia Nacional de Zumbi e da Consciência Negra' },
  { monthDay: '12-25', name: 'Natal' },
] as const;

/** Days without banking by Resolução CMN 4.880/2020, counted from Easter. */
const easterDays = [
  { daysAfter: -48, name: 'Carnaval' },
  { daysAfter: -47, name: 'Carnaval' },
  { daysAfter: -2, name: 'Paixão de Cristo' },
  { daysAfter: 60, name: 'Corpus Christi' },
] as const;

const isNational = (day: Day): boolean =>
  nationalHolidays(Number(day.slice(0, 4))).some((holiday) => holiday.day === day);

const isWeekend = (day: Day): boolean => [0, 6].includes(weekdayOf(day));

/** 0 is Sunday. */
export const weekdayOf = (day: Day): number => new Date(Date.parse(day)).getUTCDay();

/** The anonymous Gregorian computus, as Meeus gives it. All divisions are of whole numbers. */
const easterSunday = (year: number): Day => {
  const [century, ofCentury, moon] = [Math.floor(year / 100), year % 100, year % 19];
  const correction = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const epact = (19 * moon + century - Math.floor(century / 4) - correction + 15) % 30;
  const toSunday = (32 + 2 * (century % 4) + 2 * Math.floor(ofCentury / 4) - epact - (ofCentury % 4)) % 7;
  const late = Math.floor((moon + 11 * epact + 22 * toSunday) / 451);
  const days = epact + toSunday - 7 * late + 114;
  const [month, dayOfMonth] = [Math.floor(days / 31), (days % 31) + 1];
  return `${year}-${twoDigits(month)}-${twoDigits(dayOfMonth)}`;
};

const twoDigits = (number: number): string => String(number).padStart(2, '0');
