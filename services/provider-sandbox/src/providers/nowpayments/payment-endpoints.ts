import { type Request } from 'express';
import { commit } from '../../callbacks/commit';
import { dueDocuments, type DueWork } from '../../sweeper';
import { newDestination } from './addresses';
import { stepDue } from './deposit';
import { describeCreated, describePayment } from './describe-payment';
import { makePayment } from './make-payment';
import {
  changePayment,
  failed,
  invalidRequest,
  newPaymentId,
  type NowPayments,
  type NowPaymentsEndpoint,
} from './nowpayments';
import { readPaymentTerms } from './payment-rules';

/** POST /payment. Sent twice it makes two payments, even for one order: there is no idempotency, as in the real one. */
export const createPayment: NowPaymentsEndpoint = async (nowPayments, request) => {
  const reading = readPaymentTerms(request.body);
  if ('code' in reading) return failed(400, reading.code, reading.message);
  const payment = makePayment({
    ...reading,
    ...newDestination(reading.coin),
    paymentId: newPaymentId(),
    purchaseId: newPaymentId(),
    now: nowPayments.clock.now(),
  });
  await commit(nowPayments, nowPayments.payments, async () => ({ saved: [payment], result: payment }));
  return { status: 201, body: describeCreated(payment) };
};

/** GET /payment/{payment_id} */
export const getPayment: NowPaymentsEndpoint = async ({ payments }, request) => {
  const { paymentId } = request.params;
  if (typeof paymentId !== 'string' || !/^\d{1,15}$/.test(paymentId))
    return invalidRequest('Payment id must be a number');
  const payment = await payments.find(paymentId);
  return payment === undefined
    ? failed(404, 'PAYMENT_NOT_FOUND', 'Payment not found')
    : { status: 200, body: describePayment(payment) };
};

const limitMax = 500;
const limitDefault = 10;

/** GET /payment/: a page by the time of creation. It cannot be asked for one order, so callers look through it. */
export const listPayments: NowPaymentsEndpoint = async ({ payments }, request) => {
  const [limit, page] = [numberOf(request, 'limit', limitDefault), numberOf(request, 'page', 0)];
  const [from, to] = [dateOf(request, 'dateFrom'), dateOf(request, 'dateTo')];
  if (limit === undefined || limit < 1 || limit > limitMax)
    return invalidRequest(`limit must be from 1 to ${limitMax}`);
  if (page === undefined) return invalidRequest('page must be a number');
  if (from === null || to === null) return invalidRequest('dateFrom and dateTo must be dates');

  const isNewestFirst = request.query['orderBy'] !== 'asc';
  const found = await payments.page({ from, to }, { isNewestFirst, limit, offset: page * limit });
  return {
    status: 200,
    body: {
      data: found.rows.map(describePayment),
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

/** Undefined when it is not given, null when it is no date. */
const dateOf = ({ query }: Request, name: string): string | null | undefined => {
  const text = query[name];
  if (text === undefined || text === '') return undefined;
  const ms = typeof text === 'string' ? Date.parse(text) : Number.NaN;
  return Number.isNaN(ms) ? null : new Date(ms).toISOString();
};

/** Payments lapse, and deposits take their steps, by the sandbox's clock. */
export const duePayments = (nowPayments: NowPayments): DueWork =>
  dueDocuments('nowpayments payments', nowPayments.clock, nowPayments.payments.listDue, ({ paymentId }, now) =>
    changePayment(nowPayments, paymentId, (payment) => stepDue(payment, now)),
  );
