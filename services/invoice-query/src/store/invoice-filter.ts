import { paymentIdOfUuid } from '@repasse/values/ids/transaction-uuid';
import { currenciesWithoutCents } from '@repasse/values/money';
import { type InvoiceType } from '../projections/invoice-row';
import { isOverdue, type InvoiceStatus } from './invoice-status';

export interface InvoiceFilter {
  /** All users' invoices when undefined, for staff. */
  readonly userId?: number | undefined;
  readonly type?: InvoiceType | undefined;
  /** The status shown at the moment `now`. */
  readonly status?: InvoiceStatus | undefined;
  readonly now: string;
  readonly gateway?: string | undefined;
  readonly from?: string | undefined;
  /** Not in it any more. */
  readonly to?: string | undefined;
  readonly text?: string | undefined;
  /** Exactly this amount, in cents of whichever currency has them. */
  readonly amountMinor?: number | undefined;
}

/** Whether few are looked for, wherever they are in the list. */
export const isSearch = ({ text, amountMinor }: Pick<InvoiceFilter, 'text' | 'amountMinor'>): boolean =>
  text !== undefined || amountMinor !== undefined;

export interface Condition {
  readonly condition: string;
  readonly params: readonly unknown[];
}

/**
 * The selected invoices, one condition for each part that has an index of its own: expired ones are those with the
 * status, and the few whose expiry event is still to come. The placeholders are numbered through all conditions.
 */
export const conditionsOf = (filter: InvoiceFilter): readonly Condition[] => {
  const stored = allOf([...kindParts(filter), ...shownPart(filter), ...rowParts(filter)]);
  if (filter.status !== 'EXPIRED') return [stored];
  return [stored, allOf([...overdueParts(filter), ...rowParts(filter)], stored.params.length)];
};

const rowParts = ({ from, to, text, amountMinor }: InvoiceFilter): Part[] => [
  [(p) => `created_at >= ${p}::timestamptz`, from],
  [(p) => `created_at < ${p}::timestamptz`, to],
  [(p) => `amount_minor = ${p}`, amountMinor],
  [(p) => `currency <> all (${p})`, amountMinor === undefined ? undefined : currenciesWithoutCents],
  ...textParts(text?.trim()),
];

/** `columns` of the invoices that are meant, in no order. */
export const selectMeant = (filter: InvoiceFilter, columns: string) => {
  const conditions = conditionsOf(filter);
  return {
    sql: conditions.map(({ condition }) => `select ${columns} from invoices where ${condition}`).join(' union all '),
    params: conditions.flatMap(({ params }) => params),
  };
};

/** The same by kind of invoice only, as in the counts, which are of stored statuses. */
export const kindCondition = (filter: InvoiceFilter, more: readonly Part[] = []): Condition =>
  allOf([...kindParts(filter), ...more]);

/**
 * Rows that correct such counts: one for each invoice that waits and has expired. It counts as expired and no longer as
 * waiting. Undefined where no status is asked for that this would change.
 */
export const correctionOf = (filter: InvoiceFilter, paramsBefore: number, more: readonly Part[] = []) => {
  if (filter.status !== 'EXPIRED' && filter.status !== 'WAITING_PAYMENT') return undefined;
  const { condition, params } = allOf([...overdueParts(filter), ...more], paramsBefore);
  return { one: filter.status === 'EXPIRED' ? '1' : '-1', condition, params };
};

/** Waiting invoices of one status, without expired ones. No row is read for it: these are few, and hashed. */
const shownPart = ({ status, now }: InvoiceFilter): Part[] =>
  status === 'WAITING_PAYMENT'
    ? [[(p) => `subject_id not in (select subject_id from invoices where ${isOverdue(p)})`, now]]
    : [];

const overdueParts = ({ now, ...filter }: InvoiceFilter): Part[] => [
  [isOverdue, now],
  ...kindParts({ ...filter, now, status: undefined }),
];

/** A comparison with a value; none where that is undefined. */
export type Part = readonly [(placeholder: string) => string, unknown];

const kindParts = ({ userId, type, status, gateway }: InvoiceFilter): Part[] => [
  [(p) => `user_id = ${p}`, userId],
  [(p) => `invoice_type = ${p}`, type],
  [(p) => `invoice_status = ${p}`, status],
  [(p) => `provider = ${p}`, gateway],
];

const allOf = (parts: readonly Part[], paramsBefore = 0): Condition => {
  const given = parts.filter(([, value]) => value !== undefined);
  const condition = given.map(([part], index) => part(`$${paramsBefore + index + 1}`)).join(' and ');
  return { condition: condition === '' ? 'true' : condition, params: given.map(([, value]) => value) };
};

/** Trigrams find nothing shorter; a shorter text is the whole of a number or a reference. */
const searchableLengthMin = 3;

const textParts = (given: string | undefined): Part[] => {
  if (given === undefined) return [];
  const reference = wholeReferenceOf(given);
  if (reference !== undefined)
    return [[(p) => `subject_id in (select subject_id from invoice_references where reference = ${p})`, reference]];
  const id = paymentIdOfUuid(given) ?? idOf(given);
  if (id !== undefined) return [[(p) => `(subject_id = ${p} or charge_id = ${p} or attempt_id = ${p})`, id]];
  const text = given.toLowerCase();
  if (text.length < searchableLengthMin)
    return [[(p) => `(invoice_id::text = ${p} or lower(external_reference) = ${p})`, text]];
  const rare = rarestOf(text);
  const found: Part = [(p) => `search_text like ${p}`, `%${escaped(rare)}%`];
  // No index is asked for the rest: it is compared in the few rows that the rare part leaves.
  return rare === text ? [found] : [found, [(p) => `strpos(search_text, ${p}) > 0`, text]];
};

/**
 * The whole name of a refund of ours, or of a PIX transfer or its return at the banks (endToEndId, rtrId), as it is kept:
 * its letter, the bank's eight digits, the minute and eleven characters.
 */
const wholeReferenceOf = (text: string): string | undefined =>
  /^(re_[0-7][0-9a-hjkmnp-tv-z]{25}|[ed][0-9]{20}[0-9a-z]{11})$/i.test(text) ? text.toLowerCase() : undefined;

/** The whole of an id of ours, in any case, as it is kept; trigrams of parts of ids would double the index of texts. */
const idOf = (text: string): string | undefined => {
  const [, prefix, ulid] = /^([a-z]{2,4})_([0-7][0-9a-hjkmnp-tv-z]{25})$/i.exec(text) ?? [];
  return prefix === undefined || ulid === undefined ? undefined : `${prefix.toLowerCase()}_${ulid.toUpperCase()}`;
};

/** Four trigrams of digits are in a handful of a million rows; each one more only makes the index read more. */
const rareLength = 6;

/**
 * The piece of a text with the most digits, the last of several. The text around them, as in `order-4711`, is in every
 * reference of a merchant, and an index of trigrams would go through all of them. Without digits, the whole text.
 */
const rarestOf = (text: string): string => {
  const pieces = Array.from({ length: Math.max(1, text.length - rareLength + 1) }, (_, at) =>
    text.slice(at, at + rareLength),
  );
  const most = Math.max(...pieces.map(digitsIn));
  return most === 0 ? text : (pieces.filter((piece) => digitsIn(piece) === most).at(-1) ?? text);
};

const digitsIn = (text: string): number => text.replace(/\D/g, '').length;

/** The search text is plain text, not a pattern. */
const escaped = (text: string): string => text.replace(/[\\%_]/g, (sign) => `\\${sign}`);
