import { type Tx } from '@repasse/chassis/postgres/database';
import { readPaymentMoney } from './payment-money';
import { type StoredSettlement } from './read-settlement';

/** The money of the payment that paid a charge. */
export interface Refundable {
  /** The amount that one refund can give back now. */
  readonly leftMinor: number;
  /** The part of it that was booked to the charge; the rest lies beside it, as its merchant keeps or holds it. */
  readonly bookedMinor: number;
  /** The part beside the charge that nobody has decided about: it is in nobody's balance. */
  readonly heldMinor: number;
  /** The further amount that could go back if the open disputes were won. */
  readonly disputedMinor: number;
}

/**
 * By the same rule as payment-gateway's, which refuses refunds: what came by this payment, less what has gone back, is on
 * its way, is disputed, or was lost in a dispute.
 */
export const readRefundable = async (
  tx: Tx,
  { chargeId, paymentId }: StoredSettlement,
  now: string,
): Promise<Refundable> => {
  const money = await readPaymentMoney(tx, { chargeId, paymentId, now });
  const { bookedMinor, surplusMinor, heldMinor, promisedMinor } = money;
  const wonMinor = Math.max(0, bookedMinor + surplusMinor - promisedMinor - money.lostMinor);
  const leftMinor = Math.max(0, wonMinor - money.disputedMinor);
  return {
    leftMinor,
    bookedMinor: Math.max(0, bookedMinor - promisedMinor),
    heldMinor,
    disputedMinor: wonMinor - leftMinor,
  };
};
