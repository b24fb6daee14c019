import { assertNever, reject } from '@repasse/chassis/decider';
import {
  attemptOf,
  heldOf,
  heldPartsOf,
  isInProgress,
  totalOf,
  type Attempt,
  type ExistingCharge,
  type Surplus,
} from '../charge';
import type { RecordPayment, ResolveHeldPayment } from '../charge.commands';
import type { ChargeEvent, ChargePaid, ChargeSurplusReceived, ChargeSurplusResolved } from '../charge.events';
import type { Handling, PaymentFact, SurplusReason } from '../charge.terms';
import { feeRuleFor } from '../fees';
import { price } from '../pricing';
import { cancelOpenAttempts } from './attempts';
import { ofAttempt, type Decision } from './naming';

/** The merchant decides about a payment that is held: each part of it that no rule has taken care of. */
export const resolveHeldPayment = (command: ResolveHeldPayment['data'], state: ExistingCharge): Decision => {
  const held = heldOf(state).filter(({ paymentId }) => paymentId === command.paymentId);
  if (held.length === 0) return resolvedBefore(command, state);
  if (command.action === 'REFUND') return refundHeld(command, held, state);

  const canPay = held.some(({ reason }) => reason === 'LATE' || reason === 'UNDERPAID');
  switch (state.status) {
    case 'pending':
    case 'processing':
    case 'expired':
      if (isInProgress(state))
        return reject('charge.payment_in_progress', 'A payment of this charge is being processed.');
      return canPay ? payWithHeld(command, held, state) : keepHeld(command, held, state);
    case 'paid':
    case 'refunded':
    case 'canceled':
    case 'failed':
      return keepHeld(command, held, state);
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

const refundHeld = (
  { refundIds, now }: ResolveHeldPayment['data'],
  held: readonly Surplus[],
  state: ExistingCharge,
): readonly ChargeEvent[] =>
  held.flatMap((part, index) => {
    const refundId = refundIds[index];
    // A part that came in after the ids were made stays held: the merchant has not seen it.
    return refundId === undefined ? [] : [resolved(part, state, 'REFUND', part.amountMinor, refundId, now)];
  });

const keepHeld = (
  { now }: ResolveHeldPayment['data'],
  held: readonly Surplus[],
  state: ExistingCharge,
): readonly ChargeEvent[] => held.map((part) => resolved(part, state, 'ACCEPT', part.amountMinor, null, now));

/** What is held becomes the payment of the charge: all of what was too little, and what was accepted now. */
const payWithHeld = (
  { paymentId, feeRules, now }: ResolveHeldPayment['data'],
  held: readonly Surplus[],
  state: ExistingCharge,
): Decision => {
  const parts = [...heldPartsOf(state).filter((part) => part.paymentId !== paymentId), ...held];
  const last = held.at(-1);
  const attempt = last && attemptOf(state, last.attemptId);
  if (!last || !attempt)
    throw new Error(`Corrupt history: payment ${paymentId} is held for an attempt nobody requested.`);
  const { grossAmountMinor: asked, userId, split } = state.terms;
  const grossAmountMinor = Math.min(totalOf(parts), asked);
  const { paymentMethod, installments, pricing } = attempt.terms;
  const fact = { ...last, chargeId: state.terms.chargeId, receivedAmountMinor: last.amountMinor, recordedAt: now };
  return [
    ...appliedParts(parts, state, now, grossAmountMinor),
    ...cancelOpenAttempts(state, now, attempt.terms.attemptId),
    paidCharge(fact, attempt, state, {
      grossAmountMinor,
      pricing:
        grossAmountMinor === asked
          ? pricing
          : price(grossAmountMinor, userId, feeRuleFor(feeRules, paymentMethod, installments), split),
      reason: grossAmountMinor < asked ? 'UNDERPAID' : held.some(({ reason }) => reason === 'LATE') ? 'LATE' : null,
    }),
  ];
};

/** Held parts pay the charge up to `upToMinor`; what is beyond that the merchant keeps beside it. */
export const appliedParts = (
  parts: readonly Surplus[],
  state: ExistingCharge,
  now: string,
  upToMinor = totalOf(parts),
): readonly ChargeEvent[] => {
  let neededMinor = upToMinor;
  return parts.flatMap((part) => {
    const appliedMinor = Math.min(part.amountMinor, neededMinor);
    neededMinor -= appliedMinor;
    const keptMinor = part.amountMinor - appliedMinor;
    return [
      ...(appliedMinor > 0 ? [resolved(part, state, 'APPLY', appliedMinor, null, now)] : []),
      ...(keptMinor > 0 ? [resolved(part, state, 'ACCEPT', keptMinor, null, now)] : []),
    ];
  });
};

export const receivedSurplus = (
  payment: RecordPayment['data'],
  attempt: Attempt,
  state: ExistingCharge,
  reason: SurplusReason,
  surplusAmountMinor: number,
  handling: Handling,
): ChargeSurplusReceived => {
  const { providerReference, invoiceId, receivedAt, recordedAt, refundId } = payment;
  return {
    type: 'ChargeSurplusReceived',
    data: {
      ...ofAttempt(attempt, state),
      ...{ providerReference, invoiceId, surplusAmountMinor, reason, receivedAt, recordedAt },
      currency: state.terms.currency,
      handling: inCapitals[handling],
      refundId: handling === 'refund' ? refundId : null,
    },
  };
};

const inCapitals = { accept: 'ACCEPT', refund: 'REFUND', hold: 'HOLD' } as const;

const resolved = (
  { attemptId, providerReference }: Surplus,
  state: ExistingCharge,
  handling: ChargeSurplusResolved['data']['handling'],
  surplusAmountMinor: number,
  refundId: string | null,
  resolvedAt: string,
): ChargeSurplusResolved => {
  const attempt = attemptOf(state, attemptId);
  if (!attempt) throw new Error(`Corrupt history: attempt ${attemptId} was never requested.`);
  const { currency } = state.terms;
  return {
    type: 'ChargeSurplusResolved',
    data: {
      ...ofAttempt(attempt, state),
      ...{ providerReference, surplusAmountMinor, currency, handling, refundId, resolvedAt },
    },
  };
};

export const paidCharge = (
  { paymentId: _paymentId, ...fact }: PaymentFact,
  attempt: Attempt,
  state: ExistingCharge,
  booked: Pick<ChargePaid['data'], 'grossAmountMinor' | 'pricing' | 'reason'>,
): ChargePaid => {
  const { currency, description, externalReference } = state.terms;
  const { invoiceId, providerReference, receivedAmountMinor, receivedAt, recordedAt } = fact;
  return {
    type: 'ChargePaid',
    data: {
      ...ofAttempt(attempt, state),
      ...{ invoiceId, providerReference, receivedAmountMinor, receivedAt, recordedAt },
      ...{ currency, description, externalReference },
      installments: attempt.terms.installments,
      ...booked,
    },
  };
};
