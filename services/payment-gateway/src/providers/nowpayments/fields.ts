import { parseLossless } from './lossless-json';

/** The provider sent something that cannot be read as what was asked for. Nothing may be concluded from it. */
export class UnreadableAnswer extends Error {
  override readonly name = 'UnreadableAnswer';
}

export const parsed = (text: string): unknown => {
  try {
    return parseLossless(text);
  } catch {
    throw new UnreadableAnswer('The answer is not JSON.');
  }
};

export const asDecimal = (value: unknown, field: string): string => {
  const text = asText(value, field);
  if (!/^\d{1,30}(\.\d{1,30})?$/.test(text)) throw new UnreadableAnswer(`${field} is not an amount.`);
  return text;
};

export const asTime = (value: unknown, field: string): string => {
  const time = new Date(asText(value, field));
  if (Number.isNaN(time.getTime())) throw new UnreadableAnswer(`${field} is not a time.`);
  return time.toISOString();
};

export const asText = (value: unknown, field: string): string => {
  if (typeof value !== 'string' || value === '') throw new UnreadableAnswer(`${field} is missing.`);
  return value;
};

export const asRecord = (value: unknown, field: string): Record<string, unknown> => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new UnreadableAnswer(`${field} is not an object.`);
  }
  return { ...value };
};

export const optionalText = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;
