import { type Rejection } from '@repasse/chassis/decider';
import { type ApiResponse } from '@repasse/chassis/http/app';
import { problem } from '@repasse/chassis/http/problem';
import { formatMinor } from '@repasse/chassis/money';
import { type PaymentState } from '../domain/payment';
import { refundableMinor } from '../domain/refundable';
import { statusWords } from './payment-body';

/** Another merchant's invoice is told of in the same words, so that nobody learns which exist. */
export const invoiceNotFound = (invoiceId: number): ApiResponse =>
  problem({ status: 404, code: 'refund.invoice_not_found', detail: `There is no invoice ${invoiceId}.` });

/** Coins go where the payer says, and the provider is not asked to send them from here. */
export const coinsNotRefundable = (refundAddress: string | undefined): ApiResponse =>
  refundAddress === undefined
    ? problem({
        status: 422,
        code: 'refund.address_needed',
        detail: 'Coins do not go back the way they came. Name refundAddress, where the payer wants them.',
      })
    : problem({
        status: 501,
        code: 'payment.method_not_supported',
        detail: 'Coins are not sent back from here yet. Send them from your account at the provider.',
      });

const statusOfRejection: Readonly<Record<string, number>> = {
  'refund.payment_not_paid': 409,
  'refund.nothing_left': 409,
  'refund.exceeds_paid': 409,
  'refund.too_late': 409,
  'refund.amount_too_small': 400,
  'refund.split_differs': 400,
};

/** What a merchant needs to know to ask for something that can be done. */
export const refundRefused = ({ code, detail }: Rejection, payment: PaymentState): ApiResponse => {
  const status = statusOfRejection[code];
  if (status === undefined) throw new Error(`Nobody expected the rejection ${code}: ${detail}`);
  const currentStatus = payment.status === 'absent' ? undefined : statusWords[payment.status];
  const refundable = formatMinor(refundableMinor(payment));
  return problem({ status, code, detail, extra: { currentStatus, refundable, retryable: false } });
};
