import { newDestination } from './addresses';
import { describeCreated } from './describe-payment';
import { makePayment } from './make-payment';
import { failed, newPaymentId, type NowPaymentsEndpoint } from './nowpayments';
import { readPaymentTerms } from './payment-rules';

/** POST /payment. Sent twice it makes two payments, even for one order: there is no idempotency, as in the real one. */
export const createPayment: NowPaymentsEndpoint = async ({ payments, clock, sweeper }, request) => {
  const reading = readPaymentTerms(request.body);
  if ('code' in reading) return failed(400, reading.code, reading.message);
  const payment = makePayment({
    ...reading,
    ...newDestination(reading.coin),
    paymentId: newPaymentId(),
    purchaseId: newPaymentId(),
    now: clock.now(),
  });
  await payments.save(payment);
  sweeper.expect(payment.dueAt);
  return { status: 201, body: describeCreated(payment) };
};
