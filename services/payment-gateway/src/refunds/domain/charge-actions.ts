import { type CancelReason, type PaymentStatus } from '../../payments/domain/payment';

/** The actions on a charge, in the words of the service that keeps it. */
type ChargeAction = 'create_attempt' | 'cancel' | 'create_charge' | 'refund' | 'wait';

/** Why a charge is not paid, as far as its payments and its end tell. */
interface UnpaidCharge {
  readonly statuses: readonly PaymentStatus[];
  readonly end: CancelReason | null;
  /** Money has just come for it, which may pay it. */
  readonly isPaidSoon: boolean;
  /** Ends are forgotten after a while: without one, an old charge may have ended or not. */
  readonly isEndKept: boolean;
}

/** The actions on a charge that is not paid; undefined where its end is not kept any more. */
export const actionsOnUnpaid = (charge: UnpaidCharge): readonly ChargeAction[] | undefined => {
  const { statuses, end, isPaidSoon, isEndKept } = charge;
  if (end !== null && end !== 'CHARGE_PAID') return ['create_charge'];
  if (end === 'CHARGE_PAID' || isPaidSoon || statuses.some(isAwaited)) return ['wait'];
  return isEndKept || statuses.some(isOpen) ? ['create_attempt', 'cancel'] : undefined;
};

/** The payer has paid, or may have. */
const isAwaited = (status: PaymentStatus): boolean => status === 'confirming' || status === 'unknown';

const isOpen = (status: PaymentStatus): boolean => status === 'requested' || status === 'offered';

/** The actions on a paid charge of which a refund was refused by `code`: `leftMinor` can go back by another request. */
export const actionsOnPaid = (code: string, leftMinor: number): readonly ChargeAction[] => [
  ...(leftMinor > 0 ? (['refund'] as const) : []),
  // The dispute is decided by the payer's bank.
  ...(code === 'refund.payment_disputed' ? (['wait'] as const) : []),
];
