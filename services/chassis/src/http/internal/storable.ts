/** NUL, and halves of a character: JSON's escapes can say both, and no database keeps them as text. */
const unstorable = /[\0\p{Surrogate}]/u;

/** The path of the first text that no database keeps; that of the holder, when it is a field's name. */
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
