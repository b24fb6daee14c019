import { type Rejection } from '@repasse/chassis/decider';
import { type ApiResponse } from '@repasse/chassis/http/app';
import { comeAgain } from '@repasse/chassis/http/fresh-reads';
import { problem } from '@repasse/chassis/http/problem';
import { formatMinor } from '@repasse/values/money';
import { type KnownPayment, type PaymentState } from '../../payments/domain/payment';
import { actionsOnPaid } from '../domain/charge-actions';
import { heldByDisputesMinor, refundableMinor } from '../domain/refundable';
import { statusWords } from '../../payments/http/payment-body';

/** Same words for another merchant's invoice, so that the answer does not reveal which exist. */
export const invoiceNotFound = (invoiceId: string): ApiResponse =>
  problem({ status: 404, code: 'refund.invoice_not_found', detail: `There is no invoice ${invoiceId}.` });

export const addressNeeded = (): ApiResponse =>
  problem({
    status: 422,
    code: 'refund.address_needed',
    detail: 'Coins do not go back the way they came. Name refundAddress, where the payer wants them.',
  });

/** An installation may receive coins without an account to send them from. */
export const coinsNotRefundable = (): ApiResponse =>
  problem({
    status: 501,
    code: 'payment.method_not_supported',
    detail: 'Coins are not sent from here. Send them back from your account at the provider.',
  });

export const addressInvalid = (detail: string): ApiResponse =>
  problem({ status: 400, code: 'refund.address_invalid', detail, extra: { retryable: false } });

/** Nothing was decided; the same request may pass in a moment. */
export const balanceNotKnown = (): ApiResponse =>
  problem({
    status: 503,
    code: 'refund.balance_not_known',
    detail: 'Whether the balance covers this refund could not be found out just now. Nothing was done.',
    headers: comeAgain.headers,
    extra: comeAgain.extra,
  });

/** The funds of the users who give it back do not cover it. Of a charge, less may be refunded, or by others. */
export const balanceTooLow = (
  { debt, debtMax }: { readonly debt: string; readonly debtMax: string },
  payment: KnownPayment,
  { chargeId, now }: OfRequest,
): ApiResponse =>
  problem({
    status: 409,
    code: 'refund.balance_too_low',
    detail:
      `Those who would give this back lack ${debt}, and at most ${debtMax} may be owed for it. Refund less, let others ` +
      'give, or wait for money to come in.',
    extra: {
      ...{ currentStatus: statusWords[payment.status], refundable: formatMinor(refundableMinor(payment, now)) },
      ...{ debt, debtMax, retryable: false },
      ...(chargeId !== undefined && { chargeId, allowedActions: ['refund'] }),
    },
  });

interface OfRequest {
  readonly chargeId: string | undefined;
  readonly now: string;
}

const statusOfRejection: Readonly<Record<string, number>> = {
  'refund.payment_not_paid': 409,
  'refund.nothing_left': 409,
  'refund.exceeds_paid': 409,
  'refund.payment_disputed': 409,
  'refund.too_late': 409,
  'refund.amount_too_small': 400,
  'refund.split_differs': 400,
};

/** A refusal with the data a merchant needs for a request that can succeed; of a charge also what it allows. */
export const refundRefused = (
  { code, detail }: Rejection,
  payment: PaymentState,
  { chargeId, now }: OfRequest,
): ApiResponse => {
  const status = statusOfRejection[code];
  if (status === undefined) throw new Error(`Unexpected rejection ${code}: ${detail}`);
  const currentStatus = payment.status === 'absent' ? undefined : statusWords[payment.status];
  const leftMinor = refundableMinor(payment, now);
  const disputedMinor = heldByDisputesMinor(payment, now);
  const amounts = {
    refundable: formatMinor(leftMinor),
    ...(disputedMinor > 0 && { disputed: formatMinor(disputedMinor) }),
  };
  const ofCharge = chargeId === undefined ? {} : { chargeId, allowedActions: actionsOnPaid(code, leftMinor) };
  return problem({ status, code, detail, extra: { currentStatus, ...amounts, retryable: false, ...ofCharge } });
};
