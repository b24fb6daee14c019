const textCharactersMax = 1_000;

/** What was sent, as an object; nothing of it is known to be there. */
export const fieldsOf = (body: unknown): Readonly<Record<string, unknown>> => (isObject(body) ? body : {});

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

export const isText = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.length <= textCharactersMax);

export const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

export const isHttpUrl = (text: string): boolean => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
