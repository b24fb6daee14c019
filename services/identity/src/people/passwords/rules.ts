import { type Fault } from '@repasse/chassis/http/problem';

/** Fewer than this are one key held down, or a few of them in turns. */
const distinctCharactersMin = 6;

/** Beside what everybody guesses. */
const lettersLeftMin = 8;

/** Of this product and of any sign-in, in both languages (ASVS 5.0, 6.1.2). Years and rows of digits come with them. */
const guessedFirst = [
  ...['repasse', 'marketplace', 'pagamento', 'payment', 'cobranca', 'cobrança', 'charge'],
  ...['password', 'senha', 'passphrase', 'welcome', 'bemvindo', 'changeme', 'letmein', 'iloveyou', 'administrador'],
  ...[
    'admin',
    'financeiro',
    'finance',
    'secret',
    'segredo',
    'qwerty',
    '123456',
    '12345',
    '1234',
    '2025',
    '2026',
    '2027',
  ],
];

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
  if (withoutWords(folded, [address, local]).length < lettersLeftMin)
    return [{ field, message: 'is hardly more than the e-mail address.' }];
  if (withoutWords(folded, guessedFirst).length < lettersLeftMin)
    return [{ field, message: 'is hardly more than words that are guessed first.' }];
  return [];
};

const withoutWords = (text: string, words: readonly string[]): string =>
  words.reduce((left, word) => (word === '' ? left : left.replaceAll(word, '')), text);

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
