import { toIso } from '@repasse/chassis/clock';
import { type Operation } from '@repasse/chassis/http/app';
import { invoiceNumberOf } from '@repasse/values/ids/invoice-number';
import { findPaymentByInvoice } from '../store/reads/payments';
import { userIdOf } from './caller';
import { type CheckoutLinkOf } from './checkout-link';
import { paymentNotFound } from './problems';
import { type ReadDependencies } from './reading';
import { paymentBody } from './wire/payment-body';

/** GET /payments/{id} */
export const getPayment = ({
  db,
  clock,
  linkOf,
}: ReadDependencies & { readonly linkOf: CheckoutLinkOf }): Operation => ({
  handle: async (request) => {
    const id = request.params['id'] ?? '';
    const found = await findPaymentByInvoice(db, userIdOf(request), invoiceNumberOf(id));
    if (!found) throw paymentNotFound(id);
    const response = paymentBody(found.charge, found.attempt, linkOf, toIso(clock.now()));
    return { status: 200, body: { status: 200, code: 'payment_found', response } };
  },
});
