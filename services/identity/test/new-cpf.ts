import { documentTypeOf } from '@repasse/values/check-digits/documents';

let used = 100_000_000;

/** One that no other seller of the suite has: the check digits are looked for. */
export const newCpf = (): string => {
  const base = String(++used);
  const ends = Array.from({ length: 100 }, (_, end) => `${base}${String(end).padStart(2, '0')}`);
  return ends.find((document) => documentTypeOf(document) === 'CPF') ?? '';
};
