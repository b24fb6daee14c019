/** A field of a form; empty where it is not there or is there twice. */
export const textIn = (body: unknown, name: string): string => {
  const value: unknown =
    typeof body === 'object' && body !== null ? (body as Record<string, unknown>)[name] : undefined;
  return typeof value === 'string' ? value : '';
};
