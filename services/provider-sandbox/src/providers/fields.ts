export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The members of a body, none of them checked; empty when the body is no object. */
export const fieldsOf = (body: unknown): Readonly<Record<string, unknown>> => (isObject(body) ? body : {});

/** Undefined for anything but a text that is not empty. */
export const textIn = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

const textCharactersMax = 1_000;

export const isText = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.length <= textCharactersMax);

export const textOf = (value: unknown): string | null => textIn(value) ?? null;

export const isHttpUrl = (text: string): boolean => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
