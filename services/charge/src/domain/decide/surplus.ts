import { attemptOf, totalOf, type Attempt, type ExistingCharge, type Surplus } from '../charge';
import type { RecordPayment } from '../charge.commands';
import type { ChargeEvent, ChargePaid, ChargeSurplusReceived, ChargeSurplusResolved } from '../charge.events';
import type { Handling, PaymentFact, SurplusReason } from '../charge.terms';
import { ofAttempt } from './naming';

/** Held parts pay the charge up to `upToMinor`; the merchant keeps the excess beside it. */
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

export const resolved = (
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
