import { randomInt } from 'node:crypto';
import { toIso } from '@repasse/chassis/clock';

/** RFC 8628 6.1: no vowels, so that no words come out, and nothing that is read for something else. */
const letters = 'BCDFGHJKLMNPQRSTVWXZ';
const lettersInCode = 8;

/** Some 34 bits for ten minutes: only people who may make keys can guess, and each guess finds a device that asks them first. */
export const newUserCode = (indexBelow: (max: number) => number = randomInt): string => {
  const code = Array.from({ length: lettersInCode }, () => letters[indexBelow(letters.length)]).join('');
  return `${code.slice(0, 4)}-${code.slice(4)}`;
};

/** Time to find the browser, sign in and fetch a phone for the second factor. */
const minutesToDecide = 10;

/** RFC 8628 3.5 has five seconds by default; a person looks at the terminal meanwhile, and the read is of one row. */
export const intervalSeconds = 2;

export const expiryOf = (now: Date): string => toIso(new Date(now.getTime() + minutesToDecide * 60_000));

const keyDays = 90;
const dayMs = 86_400_000;

/** A laptop's key ends by itself, unless the person who approves says another day. */
export const keyExpiryOf = (now: Date): string => toIso(new Date(now.getTime() + keyDays * dayMs));
