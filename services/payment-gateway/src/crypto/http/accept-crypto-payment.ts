import { toIso } from '@repasse/chassis/clock';
import { isRejection, type Rejection } from '@repasse/chassis/decider';
import { type ApiResponse, type Operation } from '@repasse/chassis/http/app';
import { invoiceNumberOf } from '@repasse/values/ids/invoice-number';
import { problem } from '@repasse/chassis/http/problem';
import { type CheckoutUrlOf } from '../../checkout/checkout-link';
import { methodRows } from '../../payments/domain/methods';
import { knownOf, type KnownPayment } from '../../payments/domain/payment';
import { type LaterCommand } from '../../payments/domain/payment-commands';
import { type PaymentDeps } from '../../payments/workflow/payment-deps';
import { userIdOf } from '../../payments/http/caller';
import { cryptoBody, statusWords } from './crypto-body';
import { paymentNotFound } from '../../payments/http/payment-problems';

interface AcceptCryptoPaymentDeps extends Pick<PaymentDeps, 'clock' | 'log' | 'payments'> {
  readonly checkoutUrlOf: CheckoutUrlOf;
}

/**
 * POST /payments/v2/crypto/{id}/accept: takes the received coins for the whole price. No provider is asked: the last
 * reported sum is accepted, and later deposits are booked when they are reported.
 */
export const acceptCryptoPayment = ({ payments, checkoutUrlOf, clock, log }: AcceptCryptoPaymentDeps): Operation => ({
  handle: async (request) => {
    const id = request.params['id'] ?? '';
    const paymentId = await payments.findByInvoice(invoiceNumberOf(id), userIdOf(request));
    if (paymentId === null) return paymentNotFound(id);
    const before = knownOf(paymentId, await payments.load(paymentId));
    if (!methodRows[before.facts.paymentMethod].isInCoins) return paymentNotFound(id);

    const command: LaterCommand = { type: 'AcceptPartial', data: { now: toIso(clock.now()) } };
    const decided = await payments.run(paymentId, command);
    if (isRejection(decided)) return refused(decided, knownOf(paymentId, await payments.load(paymentId)));
    if (decided.events.length > 0) log.info({ paymentId }, 'part of a price accepted');
    return { status: 200, body: cryptoBody(knownOf(paymentId, decided.state), checkoutUrlOf) };
  },
});

/** The request itself is valid: another deposit may make it possible. */
const refused = ({ code, detail }: Rejection, payment: KnownPayment): ApiResponse => {
  const isExpected = code === 'payment.not_partially_paid' || code === 'payment.part_too_small';
  if (!isExpected) throw new Error(`Unexpected rejection ${code}: ${detail}`);
  return problem({ status: 409, code, detail, extra: { currentStatus: statusWords[payment.status] } });
};
