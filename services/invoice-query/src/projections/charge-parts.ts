import { type AnyEvent } from '@repasse/contracts';

/** A charge's word about the money of one payment. */
export interface ChargePart {
  readonly payment_id: string;
  readonly charge_id: string;
  /**
   * Whether the payment's money paid the charge although less came than was asked for. Left open by the payment that
   * completed a charge: it was such a part if the charge had others before.
   */
  readonly is_part: boolean;
  readonly applied_at: string;
}

/** Without this, a payment stayed PARTIALLY_PAID although its charge is paid with it. */
export const chargePartsOf = (event: AnyEvent): ChargePart[] => {
  switch (event.type) {
    case 'repasse.charge.surplus_resolved.v1':
      return event.data.handling === 'APPLY' ? [partOf(event, event.data, true)] : [];
    case 'repasse.charge.paid.v1':
      return [partOf(event, event.data, event.data.statusReason === 'UNDERPAID')];
    default:
      // Other events say nothing about whose money paid a charge.
      return [];
  }
};

const partOf = (
  { time }: AnyEvent,
  { paymentId, chargeId }: { readonly paymentId: string; readonly chargeId: string },
  isPart: boolean,
): ChargePart => ({ payment_id: paymentId, charge_id: chargeId, is_part: isPart, applied_at: time });
