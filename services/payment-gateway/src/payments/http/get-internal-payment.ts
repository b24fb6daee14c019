import { type Operation } from '@repasse/chassis/http/app';
import { type PaymentStore } from '../store/payment-store';
import { type PaymentBodyOf } from './payment-body';
import { paymentNotFound } from './payment-problems';

/** GET /internal/payments/{paymentId}: the payment folded from its events, with its receipts. */
export const getInternalPayment = (payments: PaymentStore, paymentBody: PaymentBodyOf): Operation => ({
  handle: async ({ params }) => {
    const paymentId = params['paymentId'] ?? '';
    const state = await payments.load(paymentId);
    return state.status === 'absent' ? paymentNotFound(paymentId) : { status: 200, body: paymentBody(state) };
  },
});
