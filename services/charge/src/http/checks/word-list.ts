import { type Fault } from '@repasse/chassis/http/problem';

/** The words of a filter that takes several, with commas between them, in any case. */
export const wordsOf = <Word extends string>(text: string | undefined): readonly Word[] | undefined =>
  text === undefined ? undefined : [...new Set(text.split(',').map((word) => word.trim().toUpperCase() as Word))];

/** The faults of such a filter, unless the description has found one already. */
export const wordFaults = (
  field: string,
  text: string | undefined,
  { allowed, faulty }: { readonly allowed: readonly string[]; readonly faulty: ReadonlySet<string> },
): readonly Fault[] => {
  if (faulty.has(field) || (wordsOf(text) ?? []).every((word) => allowed.includes(word))) return [];
  return [{ field, message: `must have only these, with commas between them: ${allowed.join(', ')}` }];
};
