import { assertNever } from '@repasse/chassis/decider';
import { heldPartsOf, isInProgress, isOpen, totalOf, type Attempt, type ExistingCharge } from '../charge';
import { type RecordPayment } from '../charge.commands';
import { type UndatedChargeEvent } from '../charge.events';
import { type PaidReason } from '../charge.terms';
import { hasReceived } from '../evolve/payments';
import { feeRuleFor } from '../fees';
import { price } from '../pricing';
import { cancelOpenAttempts, withoutAttempt } from './attempts';
import { expiredCharge } from './ending';
import { whereAttempt, type Decision } from './decision';
import { appliedParts, paidCharge, receivedSurplus } from './surplus';

type Payment = RecordPayment['data'];

/**
 * Money that has arrived is never refused: whatever the attempt's state was, a payment at the provider is a fact. The
 * merchant's rules handle unusual payments, and a repeated report of the same payment is no news.
 */
export const recordPayment = (payment: Payment, state: ExistingCharge): Decision =>
  whereAttempt(state, payment.attemptId, (attempt) => {
    if (hasReceived(state.receipts, payment)) return [];
    switch (state.status) {
      case 'paid':
      case 'refunded':
        return surplusOnly(payment, 'DUPLICATE');
      case 'canceled':
      case 'failed':
        return surplusOnly(payment, 'CANCELED');
      case 'pending':
      case 'processing':
      case 'expired':
        return isLate(payment, state) && payment.rules.late !== 'accept'
          ? latePayment(payment, attempt, state)
          : applyPayment(payment, attempt, state);
      default:
        return assertNever(state);
    }
  });

const isLate = ({ receivedAt }: Payment, { terms }: ExistingCharge): boolean => receivedAt > terms.expiresAt;

const surplusOnly = (payment: Payment, reason: 'DUPLICATE' | 'CANCELED'): readonly UndatedChargeEvent[] => [
  receivedSurplus(payment, reason, payment.receivedAmountMinor, payment.rules.duplicate),
];

/**
 * Money after the end shows that the end has come, even where the janitor has not been by yet. A charge with another
 * payment under way is not ended: that one may have begun in time.
 */
const latePayment = (payment: Payment, attempt: Attempt, state: ExistingCharge): readonly UndatedChargeEvent[] => {
  const { receivedAmountMinor, rules } = payment;
  const surplus = receivedSurplus(payment, 'LATE', receivedAmountMinor, rules.late);
  const others: ExistingCharge = { ...state, attempts: state.attempts.filter((other) => other !== attempt) };
  if (state.status !== 'pending') return [surplus, ...withoutAttempt(state, attempt)];
  return isInProgress(others) ? [surplus] : [surplus, ...expiredCharge(others)];
};

/**
 * A payment of the full amount pays by itself. A smaller one is added to earlier held ones, and pays the charge once
 * they reach it together.
 */
const applyPayment = (payment: Payment, attempt: Attempt, state: ExistingCharge): readonly UndatedChargeEvent[] => {
  const { receivedAmountMinor, rules } = payment;
  const isWholeAsked = attempt.terms.grossAmountMinor === state.terms.grossAmountMinor;
  const parts = isWholeAsked && receivedAmountMinor >= state.terms.grossAmountMinor ? [] : heldPartsOf(state);
  const surplusMinor = totalOf(parts) + receivedAmountMinor - state.terms.grossAmountMinor;
  if (surplusMinor < 0) return underpayment(payment, attempt, state);

  const reason = surplusMinor > 0 ? 'OVERPAID' : isLate(payment, state) ? 'LATE' : null;
  const paid = pays(payment, attempt, state, parts, { grossAmountMinor: state.terms.grossAmountMinor, reason });
  if (surplusMinor === 0) return paid;
  return [...paid, receivedSurplus(payment, 'OVERPAID', surplusMinor, rules.overpaid)];
};

const underpayment = (payment: Payment, attempt: Attempt, state: ExistingCharge): readonly UndatedChargeEvent[] => {
  const { receivedAmountMinor, rules } = payment;
  if (rules.underpaid === 'accept') {
    const parts = heldPartsOf(state);
    const grossAmountMinor = totalOf(parts) + receivedAmountMinor;
    return pays(payment, attempt, state, parts, { grossAmountMinor, reason: 'UNDERPAID' });
  }
  return [
    receivedSurplus(payment, 'UNDERPAID', receivedAmountMinor, rules.underpaid),
    ...(isOpen(attempt) ? withoutAttempt(state, attempt) : []),
  ];
};

interface Booked {
  readonly grossAmountMinor: number;
  readonly reason: PaidReason | null;
}

const pays = (
  payment: Payment,
  attempt: Attempt,
  state: ExistingCharge,
  parts: ReturnType<typeof heldPartsOf>,
  { grossAmountMinor, reason }: Booked,
): readonly UndatedChargeEvent[] => {
  const { terms } = attempt;
  const { userId, split } = state.terms;
  // An amount accepted in place of the whole is divided anew; the whole has the price it was offered at.
  const pricing =
    grossAmountMinor === state.terms.grossAmountMinor
      ? terms.pricing
      : price(grossAmountMinor, userId, feeRuleFor(payment.feeRules, terms.paymentMethod, terms.installments), split);
  return [
    ...appliedParts(parts),
    ...cancelOpenAttempts(state, terms.attemptId),
    paidCharge(payment, { grossAmountMinor, reason, pricing }),
  ];
};
