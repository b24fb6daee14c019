import { commit } from '../../callbacks/commit';
import { dueDocuments, type DueWork } from '../../sweeper';
import { queryTime } from '../request';
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
  readSlice,
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

/** GET /payment/: a page by the time of creation. It cannot be asked for one order, so callers look through it. */
export const listPayments: NowPaymentsEndpoint = async ({ payments }, request) => {
  const slice = readSlice(request);
  if ('fault' in slice) return invalidRequest(slice.fault);
  const [from, to] = [queryTime(request, 'dateFrom'), queryTime(request, 'dateTo')];
  if (from === null || to === null) return invalidRequest('dateFrom and dateTo must be dates');

  const isNewestFirst = request.query['orderBy'] !== 'asc';
  const found = await payments.page({ from, to }, { isNewestFirst, ...slice });
  const { limit, page } = slice;
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

/** Payments lapse, and deposits take their steps, by the sandbox's clock. */
export const duePayments = (nowPayments: NowPayments): DueWork =>
  dueDocuments('nowpayments payments', nowPayments.clock, nowPayments.payments.listDue, ({ paymentId }, now) =>
    changePayment(nowPayments, paymentId, (payment) => stepDue(payment, now)),
  );
