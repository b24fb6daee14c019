import { type Texts } from '../texts/shape.ts';

/** An amount as the API has it, of one that was typed with a comma or a point. */
export const typedAmount = (text: string): string => text.trim().replace(',', '.');

/** What a field of an amount takes. */
export const amountPattern = String.raw`(0|[1-9]\d{0,9})[.,]\d{2}`;

export const amountHint = (locale: Texts['locale']): string => (locale === 'en' ? '0.00' : '0,00');
