/** NUL, and halves of a character: JSON's escapes can say both, and no database keeps them as text. */
const unstorable = /[\0\p{Surrogate}]/u;

/** False when a text anywhere in the value, names included, could be read but not kept. */
export const isStorable = (value: unknown): boolean => {
  if (typeof value === 'string') return !unstorable.test(value);
  if (typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value)) return value.every(isStorable);
  return Object.entries(value).every(([name, inner]) => isStorable(name) && isStorable(inner));
};
