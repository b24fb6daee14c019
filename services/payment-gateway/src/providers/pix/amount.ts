import { pattern } from '../wire/schema';

/** Always text. Banks pad it with zeros now and then; the amount is the same. */
export const amount = pattern(/^\d{1,10}\.\d{2}$/);

export const toMinor = (value: string): number => Number(value.replace('.', ''));
