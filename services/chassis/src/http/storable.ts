/** NUL, and halves of a character: JSON's escapes can say both, and no database keeps them as text. */
const unstorable = /[\0\p{Surrogate}]/u;

/** Where in a value the first text stands that could be read but not kept; a field's name counts to what holds the field. */
export const unstorablePath = (value: unknown, path: readonly string[] = []): readonly string[] | undefined => {
  if (typeof value === 'string') return unstorable.test(value) ? path : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, inner] of Object.entries(value)) {
    const found = unstorable.test(name) ? path : unstorablePath(inner, [...path, name]);
    if (found !== undefined) return found;
  }
  return undefined;
};

export const isStorable = (value: unknown): boolean => unstorablePath(value) === undefined;
