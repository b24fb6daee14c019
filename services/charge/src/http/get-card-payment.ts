import type { Operation } from '@repasse/chassis/http/app';
import type { Tx } from '@repasse/chassis/postgres/database';
import { findAttemptsOfCharge } from '../projections/attempt-reads';
import { findChargeById } from '../projections/charge-reads';
import { userIdOf } from './caller';
import type { CheckoutLinkOf } from './checkout-link';
import { paymentNotFound } from './problems';
import { cardPaymentBody } from './wire/card-payment-body';

/** GET /payments/v1/card/{id} */
export const getCardPayment = ({ db, linkOf }: { readonly db: Tx; readonly linkOf: CheckoutLinkOf }): Operation => ({
  handle: async (request) => {
    const [userId, chargeId] = [userIdOf(request), request.params['id'] ?? ''];
    const charge = await findChargeById(db, userId, chargeId);
    const isByCardAlone = charge?.methods?.length === 1 && charge.methods[0] === 'CREDIT_CARD';
    if (!charge || !isByCardAlone) throw paymentNotFound(chargeId);
    const response = cardPaymentBody(charge, await findAttemptsOfCharge(db, userId, chargeId), linkOf);
    return { status: 200, body: { status: 200, code: 'payment_found', response } };
  },
});
