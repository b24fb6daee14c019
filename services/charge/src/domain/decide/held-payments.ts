import { assertNever, isRejection, reject } from '@repasse/chassis/decider';
import {
  attemptOf,
  heldOf,
  heldPartsOf,
  isDisputed,
  isInProgress,
  totalOf,
  type ExistingCharge,
  type Surplus,
} from '../charge';
import { type ResolveHeldPayment } from '../charge.commands';
import { type UndatedChargeEvent } from '../charge.events';
import { feeRuleFor } from '../fees';
import { price } from '../pricing';
import { cancelOpenAttempts } from './attempts';
import { type Decision } from './decision';
import { appliedParts, paidCharge, resolved } from './surplus';

/** The merchant decides about a payment that is held: each part of it that no rule has taken care of. */
export const resolveHeldPayment = (command: ResolveHeldPayment['data'], state: ExistingCharge): Decision => {
  const decision = decideAbout(command, state);
  if (isRejection(decision)) return decision;
  const { resolvedBy } = command;
  return decision.map((event) =>
    event.type === 'ChargeSurplusResolved' ? { ...event, data: { ...event.data, resolvedBy } } : event,
  );
};

const decideAbout = (command: ResolveHeldPayment['data'], state: ExistingCharge): Decision => {
  const held = heldOf(state).filter(({ paymentId }) => paymentId === command.paymentId);
  if (held.length === 0) return resolvedBefore(command, state);
  if (command.action === 'REFUND') return isDisputed(state, command.paymentId) ? disputed() : refundHeld(command, held);

  const canPay = held.some(({ reason }) => reason === 'LATE' || reason === 'UNDERPAID');
  switch (state.status) {
    case 'pending':
    case 'processing':
    case 'expired':
      if (isInProgress(state))
        return reject('charge.payment_in_progress', 'A payment of this charge is being processed.');
      return canPay ? payWithHeld(command, held, state) : keepHeld(held);
    case 'paid':
    case 'refunded':
    case 'canceled':
    case 'failed':
      return keepHeld(held);
    default:
      return assertNever(state);
  }
};

/** The same decision again is no news; another one comes too late. */
const resolvedBefore = ({ paymentId, action }: ResolveHeldPayment['data'], { surpluses }: ExistingCharge): Decision => {
  const known = surpluses.filter((surplus) => surplus.paymentId === paymentId);
  if (known.length === 0) return reject('charge.held_payment_not_found', `Nothing of payment ${paymentId} is held.`);
  const isRefund = ({ standing }: Surplus): boolean => standing === 'refunding' || standing === 'refunded';
  return known.some((surplus) => isRefund(surplus) === (action === 'REFUND'))
    ? []
    : reject('charge.held_payment_resolved', `Payment ${paymentId} is not held any more.`);
};

/**
 * Which receipt of the payment is disputed, only the payment's own service knows. Until the decision no held part of it
 * goes back at the merchant's word; what a rule sends back goes there, and is refused there by receipt.
 */
const disputed = (): Decision =>
  reject(
    'refund.payment_disputed',
    "The payment is disputed, and the payer's bank may take it. Wait for the decision, or accept the payment.",
  );

const refundHeld = (
  { refundIds }: ResolveHeldPayment['data'],
  held: readonly Surplus[],
): readonly UndatedChargeEvent[] =>
  held.flatMap((part, index) => {
    const refundId = refundIds[index];
    // A part that came in after the ids were made stays held: the merchant has not seen it.
    return refundId === undefined ? [] : [resolved(part, 'REFUND', part.amountMinor, refundId)];
  });

const keepHeld = (held: readonly Surplus[]): readonly UndatedChargeEvent[] =>
  held.map((part) => resolved(part, 'ACCEPT', part.amountMinor));

/** Held money becomes the payment of the charge: all underpayments, and the payment accepted now. */
const payWithHeld = (
  { paymentId, feeRules }: ResolveHeldPayment['data'],
  held: readonly Surplus[],
  state: ExistingCharge,
): Decision => {
  const parts = [...heldPartsOf(state).filter((part) => part.paymentId !== paymentId), ...held];
  const last = held.at(-1);
  const attempt = last && attemptOf(state, last.attemptId);
  if (!last || !attempt)
    throw new Error(`Corrupt history: payment ${paymentId} is held for an attempt that was never requested.`);
  const { grossAmountMinor: asked, userId, split } = state.terms;
  const grossAmountMinor = Math.min(totalOf(parts), asked);
  const { paymentMethod, installments, pricing } = attempt.terms;
  return [
    ...appliedParts(parts, grossAmountMinor),
    ...cancelOpenAttempts(state, attempt.terms.attemptId),
    paidCharge(
      { ...last, receivedAmountMinor: last.amountMinor },
      {
        grossAmountMinor,
        pricing:
          grossAmountMinor === asked
            ? pricing
            : price(grossAmountMinor, userId, feeRuleFor(feeRules, paymentMethod, installments), split),
        reason: grossAmountMinor < asked ? 'UNDERPAID' : held.some(({ reason }) => reason === 'LATE') ? 'LATE' : null,
      },
    ),
  ];
};
