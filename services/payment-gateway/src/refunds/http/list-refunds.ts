import { type Operation } from '@repasse/chassis/http/app';
import { formatMinor } from '@repasse/chassis/money';
import { refundsOf } from '../../payments/domain/payment';
import { refundableMinor } from '../domain/refundable';
import { type PaymentStore } from '../../payments/store/payment-store';
import { userIdOf } from '../../payments/http/caller';
import { refundBody } from './refund-body';
import { invoiceNotFound } from './refund-problems';

/** GET /refunds/invoice/{invoiceId}: what was given back of a payment, and what could be. */
export const listRefunds = (payments: PaymentStore): Operation => ({
  handle: async (request) => {
    const invoiceId = Number(request.params['invoiceId']);
    const found = await payments.findByInvoice(invoiceId);
    if (found?.userId !== userIdOf(request)) return invoiceNotFound(invoiceId);

    const state = await payments.load(found.paymentId);
    if (state.status === 'absent') throw new Error(`Payment ${found.paymentId} is listed and has no events.`);
    const data = refundsOf(state).map((refund) => refundBody(state.facts, refund));
    return { status: 200, body: { data, refundable: formatMinor(refundableMinor(state)) } };
  },
});
