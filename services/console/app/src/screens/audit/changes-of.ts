export interface FieldChange {
  readonly name: string;
  /** Undefined where there was none. */
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** Each field that an entry of the audit log names, with what it was and what it became. */
export const changesOf = (before: unknown, after: unknown): readonly FieldChange[] => {
  const [was, is] = [fieldsIn(before), fieldsIn(after)];
  return [...new Set([...Object.keys(was), ...Object.keys(is)])].map((name) => ({
    ...{ name, before: textOf(was[name]), after: textOf(is[name]) },
  }));
};

const fieldsIn = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {};

const textOf = (value: unknown): string | undefined => {
  if (value === undefined || value === null) return undefined;
  return typeof value === 'string' ? value : JSON.stringify(value);
};
