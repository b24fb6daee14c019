import { readFileSync } from 'node:fs';
import { optional, setting } from '@repasse/chassis/config/config';
import { readHolidays } from './domain/payout-holidays';
import { type Holiday } from './domain/payout-calendar';

/** The path of a file of holidays, read when the service starts: it does not start with a file that it cannot read. */
export const holidaysFile = (name: string, options: { readonly about: string }) =>
  optional(setting<readonly Holiday[]>(name, 'path of a file', (path) => readFile(path), options));

const readFile = (path: string) => {
  const text = textOf(path);
  if (text === undefined) return { fault: 'names a file that cannot be read.' };
  const holidays = readHolidays(text);
  return typeof holidays === 'string' ? { fault: holidays } : { value: holidays };
};

const textOf = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
};
