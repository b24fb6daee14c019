const textCharactersMax = 1_000;

export const isText = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.length <= textCharactersMax);

export const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

export const isHttpUrl = (text: string): boolean => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
