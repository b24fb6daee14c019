import { toIso } from '@repasse/chassis/clock';
import { type Operation } from '@repasse/chassis/http/app';
import { methodRows } from '../domain/methods';
import { findAttemptsOfCharge } from '../store/reads/attempts';
import { findChargeById } from '../store/reads/charges';
import { userIdOf } from './caller';
import { type CheckoutLinkOf } from './checkout-link';
import { paymentNotFound } from './problems';
import { type ReadDependencies } from './reading';
import { cardPaymentBody } from './wire/card-payment-body';

/** GET /payments/v1/card/{id} */
export const getCardPayment = ({
  db,
  clock,
  linkOf,
}: ReadDependencies & { readonly linkOf: CheckoutLinkOf }): Operation => ({
  handle: async (request) => {
    const [userId, chargeId] = [userIdOf(request), request.params['id'] ?? ''];
    const charge = await findChargeById(db, userId, chargeId);
    const isByCardAlone = charge?.methods?.every((method) => methodRows[method].needsCard) ?? false;
    if (!charge || !isByCardAlone) throw paymentNotFound(chargeId);
    const attempts = await findAttemptsOfCharge(db, userId, chargeId);
    const response = cardPaymentBody(charge, attempts, linkOf, toIso(clock.now()));
    return { status: 200, body: { status: 200, code: 'payment_found', response } };
  },
});
