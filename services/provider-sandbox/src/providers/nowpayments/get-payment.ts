import { describePayment } from './describe-payment';
import { failed, type NowPaymentsEndpoint } from './nowpayments';

/** GET /payment/{payment_id} */
export const getPayment: NowPaymentsEndpoint = async ({ payments }, request) => {
  const { paymentId } = request.params;
  if (typeof paymentId !== 'string' || !/^\d{1,15}$/.test(paymentId))
    return failed(400, 'INVALID_REQUEST_PARAMS', 'Payment id must be a number');
  const payment = await payments.find('payment_id', Number(paymentId));
  return payment === undefined
    ? failed(404, 'PAYMENT_NOT_FOUND', 'Payment not found')
    : { status: 200, body: describePayment(payment) };
};
