import { type InvoiceType } from '../projections/invoice-row';

export const invoiceStatuses = [
  'WAITING_PAYMENT',
  'CONFIRMING',
  'PARTIALLY_PAID',
  'PAID',
  'EXPIRED',
  'CANCELED',
  'FAILED',
  'REFUNDED',
] as const;
export type InvoiceStatus = (typeof invoiceStatuses)[number];

export interface InvoiceFilter {
  /** Nobody's in particular when undefined: staff may look at all. */
  readonly userId?: number | undefined;
  readonly type?: InvoiceType | undefined;
  readonly status?: InvoiceStatus | undefined;
  readonly gateway?: string | undefined;
  readonly from?: string | undefined;
  /** Not in it any more. */
  readonly to?: string | undefined;
  readonly text?: string | undefined;
}

export interface Condition {
  readonly condition: string;
  readonly params: readonly unknown[];
}

/** Which invoices are meant. */
export const conditionOf = (filter: InvoiceFilter): Condition =>
  allOf([
    ...kindParts(filter),
    [(p) => `created_at >= ${p}::timestamptz`, filter.from],
    [(p) => `created_at < ${p}::timestamptz`, filter.to],
    ...textParts(filter.text?.trim().toLowerCase()),
  ]);

/** The same where only kinds of invoices are told apart, as in the counts. */
export const kindCondition = (filter: InvoiceFilter, more: readonly Part[] = []): Condition =>
  allOf([...kindParts(filter), ...more]);

/** A comparison with a value; none where that is undefined. */
export type Part = readonly [(placeholder: string) => string, unknown];

const kindParts = ({ userId, type, status, gateway }: InvoiceFilter): Part[] => [
  [(p) => `user_id = ${p}`, userId],
  [(p) => `invoice_type = ${p}`, type],
  [(p) => `invoice_status = ${p}`, status],
  [(p) => `provider = ${p}`, gateway],
];

const allOf = (parts: readonly Part[]): Condition => {
  const given = parts.filter(([, value]) => value !== undefined);
  const condition = given.map(([part], index) => part(`$${index + 1}`)).join(' and ');
  return { condition: condition === '' ? 'true' : condition, params: given.map(([, value]) => value) };
};

/** Trigrams find nothing shorter; a shorter text is the whole of a number or a reference. */
const searchableLengthMin = 3;

const textParts = (text: string | undefined): Part[] => {
  if (text === undefined) return [];
  if (text.length < searchableLengthMin)
    return [[(p) => `(invoice_id::text = ${p} or lower(external_reference) = ${p})`, text]];
  const rare = rarestOf(text);
  const found: Part = [(p) => `search_text like ${p}`, `%${escaped(rare)}%`];
  // No index is asked for the rest: it is compared in the few rows that the rare part leaves.
  return rare === text ? [found] : [found, [(p) => `strpos(search_text, ${p}) > 0`, text]];
};

/** Four trigrams of digits are in a handful of a million rows; each one more only makes the index read more. */
const rareLength = 6;

/**
 * The piece of a text with the most digits, the last of several. What stands around them, as in `order-4711`, is in
 * every reference a merchant has, and an index of trigrams would go through all of them. Without digits, the whole.
 */
const rarestOf = (text: string): string => {
  const pieces = Array.from({ length: Math.max(1, text.length - rareLength + 1) }, (_, at) =>
    text.slice(at, at + rareLength),
  );
  const most = Math.max(...pieces.map(digitsIn));
  return most === 0 ? text : (pieces.filter((piece) => digitsIn(piece) === most).at(-1) ?? text);
};

const digitsIn = (text: string): number => text.replace(/\D/g, '').length;

/** What is searched for is text, not a pattern. */
const escaped = (text: string): string => text.replace(/[\\%_]/g, (sign) => `\\${sign}`);
