import { totalOf, type Surplus } from '../charge';
import { type RecordPayment } from '../charge.commands';
import { type UndatedChargeEvent, type DataOf } from '../charge.events';
import { type Handling, type PaymentFact, type SurplusReason } from '../charge.terms';

/** Held parts pay the charge up to `upToMinor`; the merchant keeps the excess beside it. */
export const appliedParts = (parts: readonly Surplus[], upToMinor = totalOf(parts)): readonly UndatedChargeEvent[] => {
  let neededMinor = upToMinor;
  return parts.flatMap((part) => {
    const appliedMinor = Math.min(part.amountMinor, neededMinor);
    neededMinor -= appliedMinor;
    const keptMinor = part.amountMinor - appliedMinor;
    return [
      ...(appliedMinor > 0 ? [resolved(part, 'APPLY', appliedMinor)] : []),
      ...(keptMinor > 0 ? [resolved(part, 'ACCEPT', keptMinor)] : []),
    ];
  });
};

export const receivedSurplus = (
  { attemptId, paymentId, providerReference, invoiceId, receivedAt, refundId }: RecordPayment['data'],
  reason: SurplusReason,
  surplusAmountMinor: number,
  handling: Handling,
): UndatedChargeEvent => ({
  type: 'ChargeSurplusReceived',
  data: {
    ...{ attemptId, paymentId, providerReference, invoiceId, surplusAmountMinor, reason, receivedAt },
    handling: inCapitals[handling],
    refundId: handling === 'refund' ? refundId : null,
  },
});

const inCapitals = { accept: 'ACCEPT', refund: 'REFUND', hold: 'HOLD' } as const;

export const resolved = (
  { attemptId, paymentId, providerReference }: Surplus,
  handling: DataOf<'ChargeSurplusResolved'>['handling'],
  surplusAmountMinor: number,
  refundId: string | null = null,
): UndatedChargeEvent => ({
  type: 'ChargeSurplusResolved',
  data: { attemptId, paymentId, providerReference, surplusAmountMinor, handling, refundId },
});

export const paidCharge = (
  { attemptId, paymentId, invoiceId, providerReference, receivedAmountMinor, receivedAt }: PaymentFact,
  booked: Pick<DataOf<'ChargePaid'>, 'grossAmountMinor' | 'pricing' | 'reason'>,
): UndatedChargeEvent => ({
  type: 'ChargePaid',
  data: { attemptId, paymentId, invoiceId, providerReference, receivedAmountMinor, receivedAt, ...booked },
});
