import { type Fault } from '@repasse/chassis/http/problem';

/** Fewer than this are one key held down, or a few of them in turns. */
const distinctCharactersMin = 6;

/**
 * A guesser tries these first. The description asks for the length (15 characters, NIST SP 800-63B for a password alone),
 * behind which the lists of common passwords hold little else than rows of the keyboard, repetitions and the address.
 */
export const faultsOfPassword = (field: string, password: string, email: string): readonly Fault[] => {
  const folded = password.toLowerCase();
  const address = email.toLowerCase();
  const [local = ''] = address.split('@');
  if (new Set(folded).size < distinctCharactersMin || isRepeated(folded))
    return [{ field, message: 'is a few characters over and over.' }];
  if (isRun(folded)) return [{ field, message: 'is a row of the alphabet or the keyboard.' }];
  if (folded.replaceAll(address, '').replaceAll(local, '').length < 8)
    return [{ field, message: 'is hardly more than the e-mail address.' }];
  return [];
};

const isRepeated = (text: string): boolean => (text + text).indexOf(text, 1) < text.length;

const rows = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890123456789',
  'qwertyuiopasdfghjklzxcvbnm',
  '1234567890qwertyuiop',
];

/** Whether it is made of one row, forwards or backwards. */
const isRun = (text: string): boolean =>
  rows.some((row) => [row, Array.from(row).toReversed().join('')].some((each) => (each + each).includes(text)));
