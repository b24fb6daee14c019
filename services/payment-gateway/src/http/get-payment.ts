import { type Operation } from '@repasse/chassis/http/app';
import { type PaymentStore } from '../store/payment-store';
import { type StandalonePayments } from '../store/standalone-payments';
import { type CheckoutLink } from '../checkout/checkout-id';
import { userIdOf } from './caller';
import { foundCardBody } from './card-payment-body';
import { paymentNotFound } from './payment-problems';
import { type PixReceiver, standaloneBody } from './standalone-body';

export interface GetPaymentDeps {
  readonly payments: PaymentStore;
  readonly standalone: StandalonePayments;
  readonly receiver: PixReceiver;
  readonly checkoutLink: CheckoutLink;
}

/** GET /payments/{id}: a payment that stands alone, by PIX or by card, as it is now. */
export const getPayment = ({ payments, standalone, ...look }: GetPaymentDeps): Operation => ({
  handle: async (request) => {
    const invoiceId = Number(request.params['id']);
    const found = await standalone.find(invoiceId);
    if (found?.userId !== userIdOf(request)) return paymentNotFound(invoiceId);
    const state = await payments.load(found.paymentId);
    if (state.status === 'absent') throw new Error(`Payment ${found.paymentId} is listed and has no events.`);
    const response =
      found.paymentMethod === 'CREDIT_CARD' ? foundCardBody(state, found) : standaloneBody(state, found, look);
    return { status: 200, body: { status: 200, code: 'payment_found', response } };
  },
});
