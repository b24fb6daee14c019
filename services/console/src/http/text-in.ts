/** A text of a body or a query; empty where it is not there, is there twice or is no text. */
export const textIn = (body: unknown, name: string): string => {
  const value: unknown =
    typeof body === 'object' && body !== null ? (body as Record<string, unknown>)[name] : undefined;
  return typeof value === 'string' ? value : '';
};
