import { type PaymentMethod } from '@repasse/contracts';
import { type Database } from '@repasse/chassis/postgres/database';
import { type InvoiceType } from '../projections/invoice-row';
import { countInvoices, searchedMax, searchInvoices } from './count-invoices';
import { placeOf } from './invoice-days';
import { conditionsOf, isSearch, type InvoiceFilter } from './invoice-filter';
import { type InvoiceStatus } from './invoice-status';

export type InvoiceField = 'createdAt' | 'updatedAt' | 'amount' | 'status';

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
  readonly paymentMethod: PaymentMethod;
  readonly status: InvoiceStatus | null;
  readonly amountMinor: number | null;
  readonly receivedMinor: number;
  readonly refundedMinor: number;
  readonly currency: string;
  readonly payerCurrency: string | null;
  readonly gateway: string;
  readonly providerReference: string | null;
  readonly payAddress: string | null;
  readonly payAmount: string | null;
  readonly payUri: string | null;
  readonly coin: string | null;
  readonly depositedMinor: number | null;
  readonly externalReference: string | null;
  readonly endToEndId: string | null;
  readonly expiresAt: string | null;
  readonly paidAt: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface InvoiceList {
  readonly invoices: readonly Invoice[];
  /** How many there are on all pages. */
  readonly total: number;
}

/** One page of invoices. */
export const listInvoices = async (db: Database, filter: InvoiceFilter, page: InvoicePage): Promise<InvoiceList> => {
  if (isSearch(filter)) return listFound(db, filter, page);
  const total = await countInvoices(db, filter);
  if (page.offset >= total) return { invoices: [], total };
  const { sql, params } = selectPage(...(await nearTo(db, filter, page)));
  return { invoices: await db.query<Invoice>(sql, params), total };
};

/** Walking over fewer rows than this costs less than asking where they are. */
const walkedMin = 1_000;

/** Walking over ten thousand rows of an index takes milliseconds; farther down a list must know its place by its days. */
export const walkedMax = 10_000;

/** Whether a list knows its place by days, and so can be read to its end. */
export const isPlaced = (
  { orderBy }: Pick<InvoicePage, 'orderBy'>,
  filter: Pick<InvoiceFilter, 'from' | 'to' | 'text' | 'amountMinor'>,
): boolean => orderBy === 'createdAt' && filter.from === undefined && filter.to === undefined && !isSearch(filter);

/** The same page, looked for from where its first day begins. */
const nearTo = async (
  db: Database,
  filter: InvoiceFilter,
  page: InvoicePage,
): Promise<[InvoiceFilter, InvoicePage]> => {
  if (page.offset < walkedMin || !isPlaced(page, filter)) return [filter, page];
  const place = await placeOf(db, filter, page.offset, page.isDescending);
  return place === undefined
    ? [filter, page]
    : [
        { ...filter, ...place.period },
        { ...page, offset: place.offset },
      ];
};

/** Few finds are sorted. Of a word that many invoices have, the first are looked for in the order of the list. */
const listFound = async (db: Database, filter: InvoiceFilter, page: InvoicePage): Promise<InvoiceList> => {
  const found = await searchInvoices(db, filter);
  const total = Math.min(searchedMax, found.length);
  if (page.offset >= total) return { invoices: [], total };
  const limit = Math.min(page.limit, total - page.offset);
  const { sql, params } =
    found.length > searchedMax
      ? selectPage(filter, { ...page, limit })
      : {
          sql: `select ${columns} from invoices where subject_id = any ($1) order by ${orderOf(page, filter)} limit $2 offset $3`,
          params: [found, limit, page.offset],
        };
  return { invoices: await db.query<Invoice>(sql, params), total };
};

/** The statement of a page, apart so that a test can look at its plan. */
export const selectPage = (filter: InvoiceFilter, page: InvoicePage) => {
  const order = orderOf(page, filter);
  const conditions = conditionsOf(filter);
  const params = conditions.flatMap((each) => each.params);
  const [limit, offset] = [`$${params.length + 1}`, `$${params.length + 2}`];
  // The page is found in an index alone; only its own rows are read. Of several parts, each gives as many as may be shown.
  const [parts = '', ...others] = conditions.map(
    ({ condition }) =>
      `select subject_id, created_at, updated_at, amount_minor, invoice_status from invoices where ${condition}`,
  );
  const found =
    others.length === 0
      ? `select subject_id from invoices where ${conditions[0]?.condition ?? 'true'}`
      : `select subject_id from (
           (${parts} order by ${order} limit ${limit}::bigint + ${offset}::bigint) union all ${others.join(' union all ')}
         ) parts`;
  return {
    sql: `select ${columns} from invoices
      where subject_id in (${found} order by ${order} limit ${limit} offset ${offset}) order by ${order}`,
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

/** The highest number that is known; 0 when there is no invoice. */
export const latestInvoiceNumber = async (db: Database): Promise<number> => {
  const [latest] = await db.query<{ invoice_id: number }>(
    'select invoice_id from invoices order by invoice_id desc limit 1',
  );
  return latest?.invoice_id ?? 0;
};

const orders: Readonly<Record<InvoiceField, readonly string[]>> = {
  createdAt: ['created_at', 'subject_id'],
  updatedAt: ['updated_at', 'subject_id'],
  amount: ['amount_minor', 'subject_id'],
  status: ['invoice_status', 'created_at', 'subject_id'],
};

/** Those of one status need no order by it; what is stored of them may differ. */
const orderOf = ({ orderBy, isDescending }: InvoicePage, { status }: InvoiceFilter): string =>
  (orderBy === 'status' && status !== undefined ? orders.createdAt : orders[orderBy])
    .map((column) => `${column} ${isDescending ? 'desc' : 'asc'}`)
    .join(', ');

const columns = `
  invoice_id as "invoiceId", invoice_type as type, subject_id as "subjectId", charge_id as "chargeId", user_id as "userId",
  payment_method as "paymentMethod", invoice_status as status, amount_minor as "amountMinor",
  received_minor as "receivedMinor", refunded_minor as "refundedMinor", deposited_minor as "depositedMinor", currency,
  payer_currency as "payerCurrency", provider as gateway,
  external_reference as "externalReference", provider_reference as "providerReference", pay_address as "payAddress", pay_amount as "payAmount", pay_uri as "payUri",
  coin, end_to_end_id as "endToEndId", expires_at as "expiresAt", paid_at as "paidAt", created_at as "createdAt", updated_at as "updatedAt"`;
