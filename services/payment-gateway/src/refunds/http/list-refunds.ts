import { type Clock, toIso } from '@repasse/chassis/clock';
import { type Operation } from '@repasse/chassis/http/app';
import { invoiceNumberOf } from '@repasse/values/ids/invoice-number';
import { formatMinor } from '@repasse/values/money';
import { knownOf, refundsOf, type KnownPayment, type PaymentState } from '../../payments/domain/payment';
import { heldByDisputesMinor, refundableMinor } from '../domain/refundable';
import { requestedRefunds } from '../domain/requested-refund';
import { type PaymentStore } from '../../payments/store/payment-store';
import { userIdOf } from '../../payments/http/caller';
import { type ChargePayments } from '../store/charge-payments';
import { paymentsOfCharge } from './charge-payment';
import { refundBody } from './refund-body';
import { invoiceNotFound } from './refund-problems';

/** GET /refunds/invoice/{invoiceId}: a payment's refunds, and its refundable amount. */
export const listRefunds = (payments: PaymentStore, clock: Clock): Operation => ({
  handle: async (request) => {
    const invoiceId = request.params['invoiceId'] ?? '';
    const paymentId = await payments.findByInvoice(invoiceNumberOf(invoiceId), userIdOf(request));
    if (paymentId === null) return invoiceNotFound(invoiceId);
    const state = knownOf(paymentId, await payments.load(paymentId));
    return { status: 200, body: { data: bodiesOf(state), ...leftOf(state, clock) } };
  },
});

/** GET /charge/{chargeId}/refunds: of all its payments, so that a surplus that went back is there as well. */
export const listChargeRefunds = (payments: PaymentStore, chargePayments: ChargePayments, clock: Clock): Operation => ({
  handle: async (request) => {
    const chargeId = request.params['chargeId'] ?? '';
    const [all, paidBy] = await Promise.all([
      paymentsOfCharge({ chargePayments }, chargeId, userIdOf(request)),
      chargePayments.paidBy(chargeId),
    ]);
    // A charge has ten attempts at most, of which one or two are paid.
    const received = all.filter(({ status }) => status === 'received');
    const states = await Promise.all(received.map(({ paymentId }) => payments.load(paymentId)));
    const paid = states[received.findIndex(({ paymentId }) => paymentId === paidBy)];
    const data = states.flatMap((state) => (state.status === 'absent' ? [] : bodiesOf(state)));
    return { status: 200, body: { data, ...leftOf(paid ?? { status: 'absent' }, clock) } };
  },
});

const bodiesOf = (state: KnownPayment) =>
  requestedRefunds(refundsOf(state)).map((refund) => refundBody(state.facts, refund));

/** The amount that one request can give back now, and the amount that open disputes keep from it. */
const leftOf = (state: PaymentState, clock: Clock) => {
  const now = toIso(clock.now());
  return {
    refundable: formatMinor(refundableMinor(state, now)),
    disputed: formatMinor(heldByDisputesMinor(state, now)),
  };
};
