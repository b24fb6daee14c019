import { parseDecimal } from '@repasse/chassis/money';

/** The provider sent something that cannot be read as money. Nothing may be concluded from it. */
export class UnreadableCob extends Error {
  override readonly name = 'UnreadableCob';
}

/** `\d{1,10}\.\d{2}`, always a string. Banks pad with zeros now and then; the amount is the same. */
export const asAmount = (value: unknown, field: string): number => {
  const amountMinor = parseDecimal(asText(value, field).replace(/^0+(?=\d)/, ''), 2);
  if (amountMinor === undefined) throw new UnreadableCob(`${field} is not an amount.`);
  return amountMinor;
};

export const asTime = (value: unknown, field: string): string => {
  const time = new Date(asText(value, field));
  if (Number.isNaN(time.getTime())) throw new UnreadableCob(`${field} is not a time.`);
  return time.toISOString();
};

export const asText = (value: unknown, field: string): string => {
  if (typeof value !== 'string' || value === '') throw new UnreadableCob(`${field} is missing.`);
  return value;
};

export const asRecord = (value: unknown, field: string): Record<string, unknown> => {
  const record = optionalRecord(value);
  if (record === undefined) throw new UnreadableCob(`${field} is not an object.`);
  return record;
};

export const optionalText = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

export const optionalRecord = (value: unknown): Record<string, unknown> | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined;

/** The standard's schema has lists where its own examples have a lone object, so both are taken. */
export const asList = (value: unknown): readonly unknown[] => {
  if (Array.isArray(value)) return value;
  return value === undefined || value === null ? [] : [value];
};
