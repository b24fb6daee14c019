import { commit } from '../../callbacks/commit';
import { dueDocuments, type DueWork } from '../../sweeper';
import { queryNumber, queryTime } from '../request';
import { makePayment, newDestination } from './make-payment';
import { stepDue } from './deposit';
import { describeCreated, describePayment } from './describe-payment';
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
  const limit = queryNumber(request, 'limit', { byDefault: limitDefault, min: 1, max: limitMax });
  const page = queryNumber(request, 'page', { byDefault: 0 });
  const [from, to] = [queryTime(request, 'dateFrom'), queryTime(request, 'dateTo')];
  if (limit === undefined || page === undefined || from === null || to === null)
    return invalidRequest(`limit must be from 1 to ${limitMax}, page a number, and dateFrom and dateTo dates`);

  const isNewestFirst = request.query['orderBy'] !== 'asc';
  const { rows, total } = await payments.page({ from, to }, { isNewestFirst, limit, offset: page * limit });
  const pagesCount = Math.ceil(total / limit);
  return { status: 200, body: { data: rows.map(describePayment), limit, page, pagesCount, total } };
};

/** Payments lapse, and deposits take their steps, by the sandbox's clock. */
export const duePayments = (nowPayments: NowPayments): DueWork =>
  dueDocuments('nowpayments payments', nowPayments.clock, nowPayments.payments.listDue, ({ paymentId }, now) =>
    changePayment(nowPayments, paymentId, (payment) => stepDue(payment, now)),
  );
