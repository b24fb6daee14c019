import { type Request } from 'express';
import { describePayment } from './describe-payment';
import { failed, type NowPaymentsEndpoint } from './nowpayments';

const limitMax = 500;
const limitDefault = 10;

/** GET /payment/: a page by the time of creation. It cannot be asked for one order, so callers look through it. */
export const listPayments: NowPaymentsEndpoint = async ({ payments }, request) => {
  const [limit, page] = [numberOf(request, 'limit', limitDefault), numberOf(request, 'page', 0)];
  const [from, to] = [dateOf(request, 'dateFrom'), dateOf(request, 'dateTo')];
  if (limit === undefined || limit < 1 || limit > limitMax)
    return failed(400, 'INVALID_REQUEST_PARAMS', `limit must be from 1 to ${limitMax}`);
  if (page === undefined) return failed(400, 'INVALID_REQUEST_PARAMS', 'page must be a number');
  if (from === undefined || to === undefined)
    return failed(400, 'INVALID_REQUEST_PARAMS', 'dateFrom and dateTo must be dates');

  const isAscending = request.query['orderBy'] === 'asc';
  const found = await payments.list({ from, to, isAscending, limit, offset: page * limit });
  return {
    status: 200,
    body: {
      data: found.rows.map(({ document }) => describePayment(document)),
      limit,
      page,
      pagesCount: Math.ceil(found.total / limit),
      total: found.total,
    },
  };
};

const numberOf = ({ query }: Request, name: string, byDefault: number): number | undefined => {
  const text = query[name];
  if (text === undefined) return byDefault;
  return typeof text === 'string' && /^\d{1,6}$/.test(text) ? Number(text) : undefined;
};

/** Null when it is not given, undefined when it is no date. */
const dateOf = ({ query }: Request, name: string): string | null | undefined => {
  const text = query[name];
  if (text === undefined || text === '') return null;
  const ms = typeof text === 'string' ? Date.parse(text) : Number.NaN;
  return Number.isNaN(ms) ? undefined : new Date(ms).toISOString();
};
