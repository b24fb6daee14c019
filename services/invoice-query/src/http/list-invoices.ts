import { toIso, type Clock } from '@repasse/chassis/clock';
import { type ApiRequest, type Operation } from '@repasse/chassis/http/app';
import { type Fault } from '@repasse/chassis/http/problem';
import { parseDecimal } from '@repasse/values/money';
import { type Database } from '@repasse/chassis/postgres/database';
import { type InvoiceType } from '../projections/invoice-row';
import { isSearch, type InvoiceFilter } from '../store/invoice-filter';
import { invoiceStatuses } from '../store/invoice-status';
import { isPlaced, listInvoices, walkedMax, type InvoiceField, type InvoicePage } from '../store/list-invoices';
import { userAskedFor } from './caller';
import { enveloped, invoiceView } from './invoice-view';
import { periodEnd, periodStart } from './period';

interface InvoicesQuery {
  readonly page: number;
  readonly quantityPerPage: number;
  readonly orderBy: string;
  readonly type?: string;
  readonly status?: string;
  readonly gateway?: string;
  readonly start_date?: string;
  readonly end_date?: string;
  readonly user_id?: number;
  readonly query?: string;
  readonly amount?: string;
}

const types: readonly InvoiceType[] = ['PAYMENT', 'WITHDRAWAL'];

export const listInvoicesOperation = (db: Database, clock: Clock): Operation<unknown, InvoicesQuery> => ({
  check: ({ query }, faulty) => faultsOf(query).filter(({ field }) => !faulty.has(field)),
  handle: async (request) => {
    const { query } = request;
    const now = toIso(clock.now());
    const { invoices, total } = await listInvoices(db, filterOf(request, now), pageOf(query));
    return {
      status: 200,
      body: enveloped({
        data: invoices.map((invoice) => invoiceView(invoice, now)),
        pagination: paginationOf(query, total),
      }),
    };
  },
});

const faultsOf = (query: InvoicesQuery): Fault[] => [...wordFaultsOf(query), ...depthFault(query)];

const wordFaultsOf = ({ type, status, start_date, end_date }: InvoicesQuery): Fault[] => [
  ...oneOf('type', type?.toUpperCase(), types),
  ...oneOf('status', status?.toUpperCase(), invoiceStatuses),
  ...moment('start_date', start_date, periodStart),
  ...moment('end_date', end_date, periodEnd),
];

const oneOf = (field: string, value: string | undefined, words: readonly string[]): Fault[] =>
  value === undefined || words.includes(value) ? [] : [{ field, message: `must be one of ${words.join(', ')}` }];

/** A search has no pages so far down, and says so by having none. */
const depthFault = (query: InvoicesQuery): Fault[] => {
  const { offset, limit, orderBy } = pageOf(query);
  const filter = { from: query.start_date, to: query.end_date };
  if (offset + limit <= walkedMax || isSearch(searchOf(query)) || isPlaced({ orderBy }, filter)) return [];
  const message = `must be within the first ${walkedMax} invoices here; name a shorter period, or read all of them ordered by createdAt`;
  return [{ field: 'page', message }];
};

const moment = (field: string, value: string | undefined, read: (text: string) => string | undefined): Fault[] =>
  value === undefined || read(value) !== undefined
    ? []
    : [
        {
          field,
          message:
            'must be a day (2026-11-21) or a moment with its offset (2026-11-21T12:00:00-03:00), from 1900 to 9999.',
        },
      ];

const filterOf = (request: ApiRequest<unknown, InvoicesQuery>, now: string): InvoiceFilter => {
  const { type, status, gateway, start_date, end_date } = request.query;
  return {
    userId: userAskedFor(request, request.query.user_id),
    type: known(types, type),
    status: known(invoiceStatuses, status),
    now,
    gateway: gateway?.toUpperCase(),
    from: start_date === undefined ? undefined : periodStart(start_date),
    to: end_date === undefined ? undefined : periodEnd(end_date),
    ...searchOf(request.query),
  };
};

/** The description has checked the form of the amount. */
const searchOf = ({ query, amount }: InvoicesQuery): Pick<InvoiceFilter, 'text' | 'amountMinor'> => ({
  text: query,
  amountMinor: amount === undefined ? undefined : parseDecimal(amount, 2),
});

const known = <T extends string>(words: readonly T[], text: string | undefined): T | undefined =>
  words.find((word) => word === text?.toUpperCase());

const fields: Readonly<Record<string, InvoiceField>> = {
  createdAt: 'createdAt',
  updatedAt: 'updatedAt',
  amount: 'amount',
  status: 'status',
};

const pageOf = ({ page, quantityPerPage, orderBy }: InvoicesQuery): InvoicePage => {
  const [field = '', direction = ''] = orderBy.split('.');
  return {
    orderBy: fields[field] ?? 'createdAt',
    isDescending: direction.toUpperCase() === 'DESC',
    offset: (page - 1) * quantityPerPage,
    limit: quantityPerPage,
  };
};

const paginationOf = ({ page, quantityPerPage }: InvoicesQuery, total: number): object => ({
  page,
  quantityPerPage,
  total,
  totalPages: Math.ceil(total / quantityPerPage),
});
