import { type Database } from '@repasse/chassis/postgres/database';
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

export type InvoiceField = 'createdAt' | 'updatedAt' | 'amount' | 'status';

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

export interface InvoicePage {
  readonly orderBy: InvoiceField;
  readonly isDescending: boolean;
  readonly offset: number;
  readonly limit: number;
}

export interface Invoice {
  readonly invoiceId: number;
  readonly type: InvoiceType;
  /** The payment or the withdrawal it is the invoice of. */
  readonly subjectId: string;
  readonly chargeId: string | null;
  readonly userId: number;
  readonly paymentMethod: string;
  readonly status: InvoiceStatus | null;
  readonly amountMinor: number | null;
  readonly receivedMinor: number;
  readonly refundedMinor: number;
  readonly currency: string;
  readonly payerCurrency: string | null;
  readonly payerAmountMinor: number | null;
  readonly gateway: string;
  readonly payAddress: string | null;
  readonly payAmount: string | null;
  readonly payUri: string | null;
  readonly coin: string | null;
  readonly depositedMinor: number | null;
  readonly externalReference: string | null;
  readonly expiresAt: string | null;
  readonly paidAt: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** One page of invoices. */
export const listInvoices = async (db: Database, filter: InvoiceFilter, page: InvoicePage): Promise<Invoice[]> => {
  const { sql, params } = selectPage(filter, page);
  return db.query<Invoice>(sql, params);
};

/** The statement of a page, apart so that a test can look at its plan. */
export const selectPage = (filter: InvoiceFilter, page: InvoicePage) => {
  const { condition, params } = conditionOf(filter);
  const direction = page.isDescending ? 'desc' : 'asc';
  const order = orders[page.orderBy].map((column) => `${column} ${direction}`).join(', ');
  // The page is found in an index alone; only its own rows are read.
  const found = `select subject_id from invoices where ${condition} order by ${order}
    limit $${params.length + 1} offset $${params.length + 2}`;
  return {
    sql: `select ${columns} from invoices where subject_id in (${found}) order by ${order}`,
    params: [...params, page.limit, page.offset],
  };
};

/** The invoice with this number; undefined when there is none. */
export const findInvoice = async (db: Database, invoiceId: number): Promise<Invoice | undefined> => {
  const [invoice] = await db.query<Invoice>(`select ${columns} from invoices where invoice_id = $1 limit 1`, [
    invoiceId,
  ]);
  return invoice;
};

/** A total is exact up to here when it has to be counted: nobody turns ten thousand pages of a search. */
export const countedMax = 100_000;

/** How many invoices there are on all pages. What no moment and no text narrows is counted already. */
export const countInvoices = async (db: Database, filter: InvoiceFilter): Promise<number> => {
  const isCounted = filter.from === undefined && filter.to === undefined && filter.text === undefined;
  const { condition, params } = conditionOf(filter, isCounted ? 'invoice_counts' : 'invoices');
  const sql = isCounted
    ? `select coalesce(sum(invoices), 0)::bigint as total from invoice_counts where ${condition}`
    : `select count(*) as total from (select from invoices where ${condition} limit ${countedMax}) found`;
  const [row] = await db.query<{ total: number }>(sql, params);
  return row?.total ?? 0;
};

const orders: Readonly<Record<InvoiceField, readonly string[]>> = {
  createdAt: ['created_at', 'subject_id'],
  updatedAt: ['updated_at', 'subject_id'],
  amount: ['amount_minor', 'subject_id'],
  status: ['invoice_status', 'created_at', 'subject_id'],
};

/** Trigrams find nothing shorter; a shorter text is the whole of a number or a reference. */
const searchableLengthMin = 3;

const conditionOf = (filter: InvoiceFilter, table: 'invoices' | 'invoice_counts' = 'invoices') => {
  const params: unknown[] = [];
  const parts: string[] = [];
  const add = (part: (placeholder: string) => string, value: unknown): void => {
    if (value === undefined) return;
    params.push(value);
    parts.push(part(`$${params.length}`));
  };
  add((p) => `user_id = ${p}`, filter.userId);
  add((p) => `invoice_type = ${p}`, filter.type);
  add((p) => `invoice_status = ${p}`, filter.status);
  add((p) => `provider = ${p}`, filter.gateway);
  if (table === 'invoices') {
    add((p) => `created_at >= ${p}::timestamptz`, filter.from);
    add((p) => `created_at < ${p}::timestamptz`, filter.to);
    addText(filter.text?.trim().toLowerCase(), add);
  }
  return { condition: parts.length === 0 ? 'true' : parts.join(' and '), params };
};

const addText = (text: string | undefined, add: (part: (placeholder: string) => string, value: unknown) => void) => {
  if (text === undefined) return;
  if (text.length >= searchableLengthMin) add((p) => `search_text like ${p}`, `%${escaped(text)}%`);
  else add((p) => `(invoice_id::text = ${p} or lower(external_reference) = ${p})`, text);
};

/** What is searched for is text, not a pattern. */
const escaped = (text: string): string => text.replace(/[\\%_]/g, (sign) => `\\${sign}`);

const columns = `
  invoice_id as "invoiceId", invoice_type as type, subject_id as "subjectId", charge_id as "chargeId", user_id as "userId",
  payment_method as "paymentMethod", invoice_status as status, amount_minor as "amountMinor",
  received_minor as "receivedMinor", refunded_minor as "refundedMinor", deposited_minor as "depositedMinor", currency,
  payer_currency as "payerCurrency", payer_amount_minor as "payerAmountMinor", provider as gateway,
  external_reference as "externalReference", pay_address as "payAddress", pay_amount as "payAmount", pay_uri as "payUri",
  coin, expires_at as "expiresAt", paid_at as "paidAt", created_at as "createdAt", updated_at as "updatedAt"`;
