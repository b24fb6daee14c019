import { hintOfAttemptId } from '@repasse/values/ids/attempt-id';
import { type Clock } from '@repasse/chassis/clock';
import { isYoung, readOrRefuse, type FreshReads, type RefusalHints } from '@repasse/chassis/http/fresh-reads';
import { ProblemError } from '@repasse/chassis/http/problem';
import { statusWords } from '../../payments/http/payment-body';
import { endKeptDays } from '../../payments/store/ended-charges';
import { type PaymentStore } from '../../payments/store/payment-store';
import { actionsOnUnpaid } from '../domain/charge-actions';
import { type ChargePayment, type ChargePayments } from '../store/charge-payments';

export interface ChargePaymentDeps {
  readonly payments: PaymentStore;
  readonly chargePayments: ChargePayments;
  readonly reads: FreshReads;
  readonly clock: Clock;
}

/** The charge is paid a second after its payment is recorded. Money that pays none by then is a surplus. */
const paidSoonMs = 60_000;

/** Whether money has just come for the charge, so that it may be paid at any moment. */
export const isPaidSoon = async (
  { chargePayments, clock }: Pick<ChargePaymentDeps, 'chargePayments' | 'clock'>,
  chargeId: string | null,
): Promise<boolean> => {
  if (chargeId === null) return false;
  const recordedAfterMs = clock.now().getTime() - paidSoonMs;
  const payments = await chargePayments.of(chargeId);
  return payments.some(({ status, updatedAt }) => status === 'received' && Date.parse(updatedAt) > recordedAfterMs);
};

/** The payments of a charge of this user's; 404 for all others, and for a charge without any payment. */
export const paymentsOfCharge = async (
  { chargePayments }: Pick<ChargePaymentDeps, 'chargePayments'>,
  chargeId: string,
  userId: number,
): Promise<readonly ChargePayment[]> => {
  const payments = await chargePayments.of(chargeId);
  if (payments[0]?.userId !== userId) throw chargeNotFound(chargeId);
  return payments;
};

/** The payment that paid the charge; its event comes a moment after the payment's own. 409 until then. */
export const paymentThatPaid = async (deps: ChargePaymentDeps, chargeId: string, userId: number): Promise<string> => {
  await paymentsOfCharge(deps, chargeId, userId);
  return readOrRefuse(deps.reads, {
    find: () => deps.chargePayments.paidBy(chargeId),
    isExpected: () => isPaidSoon(deps, chargeId),
    caller: userId,
    refusal: (hints) => chargeNotPaid(deps, chargeId, hints),
  });
};

// To a stranger it looks the same as a charge that does not exist.
const chargeNotFound = (chargeId: string): ProblemError =>
  new ProblemError({
    status: 404,
    code: 'charge.not_found',
    detail: `There is no payment of a charge ${chargeId} of yours.${hintOfAttemptId(chargeId)}`,
  });

const dayMs = 24 * 60 * 60_000;

/** With the status of the newest payment, and what can be done with the charge instead. */
const chargeNotPaid = async (
  { chargePayments, payments: { endedCharges }, clock }: ChargePaymentDeps,
  chargeId: string,
  { headers, extra }: RefusalHints,
): Promise<ProblemError> => {
  const [payments, end] = await Promise.all([chargePayments.of(chargeId), endedCharges.reasonOf(chargeId)]);
  const newest = payments.at(-1);
  const allowedActions = actionsOnUnpaid({
    statuses: payments.map(({ status }) => status),
    end,
    isPaidSoon: extra !== undefined,
    isEndKept: isYoung(chargeId, endKeptDays * dayMs, clock.now().getTime()),
  });
  const currentStatus = newest && statusWords[newest.status];
  return new ProblemError({
    status: 409,
    code: 'refund.payment_not_paid',
    detail: `Charge ${chargeId} is not paid, so there is nothing to give back.`,
    extra: { retryable: false, ...extra, chargeId, currentStatus, allowedActions },
    ...(headers && { headers }),
  });
};
